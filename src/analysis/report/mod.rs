//! Reports as pages of HTML.
//!
//! | module | |
//! |---|---|
//! | [`diagram`] | diagrams of positions |
//! | [`page`] | the report of analysed games |

pub mod diagram;
pub mod page;
