// Recovery: may a process that runs this algorithm die?
//
// Between processes somebody is killed sooner or later, and whoever notices runs the algorithm's recover() in its place.
// That this is sound wherever in its passage the process died, also when it is done twice because the first to do it was
// killed too, is a claim about each algorithm. The locks with names, and the tool `doorway`, take only algorithms of which
// the lab has checked it (doorway-lab check --recover). This is the only place to say so.
#pragma once

namespace doorway {

template <class>
class k_bakery_cc;
template <class>
class k_bakery_cc_fast;
template <class>
class group_bakery;

template <template <class> class Algorithm>
inline constexpr bool recovers = false;

template <>
inline constexpr bool recovers<k_bakery_cc> = true;
template <>
inline constexpr bool recovers<k_bakery_cc_fast> = true;
template <>
inline constexpr bool recovers<group_bakery> = true;

}  // namespace doorway
