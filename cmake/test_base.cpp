// Nothing but a place to precompile GoogleTest for (DoorwayTest.cmake).
