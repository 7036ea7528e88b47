//! The macro that defines the enums with which arrays are indexed.

/// Defines an enum whose values count up from zero and that can be made from a
/// number. `wrapping` compiles to no instruction but the remainder: a table would
/// cost a load, and a `match` over all values became a jump table in hot code.
macro_rules! counted_enum {
    ($(#[$doc:meta])* $name:ident, $count:literal: $($value:ident = $number:literal),* $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum $name { $($value = $number),* }

        impl $name {
            /// The number of values: the length of an array that is indexed
            /// by this enum.
            pub const COUNT: usize = $count;
            /// All values, in order.
            pub const ALL: [$name; $count] = [$($name::$value),*];

            /// The index of this value in an array.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The value whose index is `number` modulo `COUNT`.
            #[inline(always)]
            pub const fn wrapping(number: usize) -> $name {
                const {
                    let mut index = 0;
                    while index < $count {
                        assert!($name::ALL[index].index() == index);
                        index += 1;
                    }
                }
                // SAFETY: as the assertions show, each number below the count is
                // that of a value, and a value is one byte.
                unsafe { std::mem::transmute::<u8, $name>((number % $count) as u8) }
            }
        }
    };
}
pub(crate) use counted_enum;
