/// Defines a closed enum whose values count up from zero, with the way back
/// from a number. A `match` over all values compiles to nothing, where a
/// table would cost a load.
macro_rules! counted_enum {
    ($(#[$doc:meta])* $name:ident, $count:literal: $($value:ident = $number:literal),* $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum $name { $($value = $number),* }

        impl $name {
            /// How many there are: the length of an array indexed by one.
            pub const COUNT: usize = $count;
            /// All of them, in order.
            pub const ALL: [$name; $count] = [$($name::$value),*];

            /// The place in an array.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The value of this number, counted round: only its low bits count.
            #[inline(always)]
            pub const fn wrapping(number: usize) -> $name {
                match number % $count {
                    $($number => $name::$value,)*
                    _ => unreachable!(),
                }
            }
        }
    };
}
pub(crate) use counted_enum;
