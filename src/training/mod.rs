//! Learning from games: what the engine cannot know from the documents.
//!
//! | part | what it does |
//! |---|---|
//! | [`samples`] | takes scores and results from the games of matches |
//! | [`fit`] | the chances that explain them best |

pub mod fit;
pub mod samples;
