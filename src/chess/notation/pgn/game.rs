//! A game as a tree: its main line, its side lines, and what is said about them.

use super::visitor::{PgnHeader, PgnVisitor};
use crate::chess::board::{Position, Setup};
use crate::chess::types::{Color, File, GameResult, Move, Wing};

/// The tags that every game must have, in the order in which they are written. A
/// missing one is written as `?`.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// A game with its tags, side lines and annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnGame {
    /// The tags in order, without those that follow from other fields: `Result`,
    /// `FEN`, `SetUp`, and `Variant` for Chess960.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// Whether the game is Chess960, which a tag says.
    pub chess960: bool,
    /// The comments before the first move.
    pub opening_comments: Vec<String>,
    /// The moves of the main line.
    pub moves: Vec<AnnotatedMove>,
    /// Who won, after the moves or else by the tag; `Unknown` if neither says it.
    pub result: GameResult,
}

/// A move with its annotations, and the side lines beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnnotatedMove {
    /// The move; `None` is a null move, which passes the turn: annotators write it
    /// for a threat or for a move that a score sheet lacks. The side to move is not
    /// in check then.
    pub mv: Option<Move>,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on.
    pub nags: Vec<u8>,
    /// The comments after the move.
    pub comments: Vec<String>,
    /// Side lines from the position before the move.
    pub variations: Vec<Variation>,
}

/// A side line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variation {
    /// The comments before its first move.
    pub comments: Vec<String>,
    /// The moves; the first replaces the move beside it.
    pub moves: Vec<AnnotatedMove>,
}

impl From<Option<Move>> for AnnotatedMove {
    fn from(mv: Option<Move>) -> AnnotatedMove {
        AnnotatedMove { mv, nags: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }
}

impl From<Move> for AnnotatedMove {
    fn from(mv: Move) -> AnnotatedMove {
        Some(mv).into()
    }
}

impl FromIterator<Move> for Variation {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Variation {
        let moves = moves.into_iter().map(AnnotatedMove::from).collect();
        Variation { comments: Vec::new(), moves }
    }
}

/// Plays a move; `None` passes the turn.
pub fn play(position: &mut Position, mv: Option<Move>) {
    match mv {
        Some(mv) => position.play(mv, &mut ()),
        None => position.play_null_move(),
    };
}

impl PgnGame {
    /// A game without moves. It is Chess960 if a castling right starts from
    /// squares other than those of standard chess.
    pub fn new(start: Position) -> PgnGame {
        let chess960 = has_chess960_castling(&start);
        PgnGame {
            tags: Vec::new(),
            start,
            chess960,
            opening_comments: Vec::new(),
            moves: Vec::new(),
            result: GameResult::Unknown,
        }
    }

    /// The value of a tag, for instance `White`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Sets the value of a tag. A new tag is added at the end.
    ///
    /// ```
    /// use staunton::chess::Position;
    /// use staunton::chess::notation::pgn::PgnGame;
    ///
    /// let mut game = PgnGame::new(Position::start());
    /// game.set_tag("White", "Howard Staunton");
    /// assert!(game.to_string().contains("[White \"Howard Staunton\"]"));
    /// ```
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_string(), value.into())),
        }
    }

    /// The moves of the main line before its first null move: a legal game.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().map_while(|annotated| annotated.mv)
    }

    /// The position after the last move.
    pub fn final_position(&self) -> Position {
        let mut position = self.start.clone();
        for annotated in &self.moves {
            play(&mut position, annotated.mv);
        }
        position
    }
}

/// Whether a castling right has the king outside the e-file or the rook outside
/// the corner.
pub(super) fn has_chess960_castling(position: &Position) -> bool {
    let setup = Setup::from(position);
    Color::ALL.into_iter().any(|color| {
        let [king_side, queen_side] =
            Wing::ALL.map(|wing| setup.castling[color.index()][wing.index()]);
        king_side.is_some_and(|file| file != File::H)
            || queen_side.is_some_and(|file| file != File::A)
            || (king_side.or(queen_side).is_some() && position.king(color).file() != File::E)
    })
}

/// Makes trees of the games of a text.
pub struct TreeBuilder {
    game: PgnGame,
    /// The side lines that are being read, from the outermost to the innermost.
    open: Vec<Variation>,
}

impl Default for TreeBuilder {
    fn default() -> TreeBuilder {
        TreeBuilder { game: PgnGame::new(Position::start()), open: Vec::new() }
    }
}

impl TreeBuilder {
    /// The game as far as it has been read, without side lines that are open.
    pub(super) fn game(&self) -> &PgnGame {
        &self.game
    }

    fn moves(&mut self) -> &mut Vec<AnnotatedMove> {
        self.open.last_mut().map_or(&mut self.game.moves, |line| &mut line.moves)
    }

    /// Forgets the innermost side line that is open.
    pub(super) fn forget_variation(&mut self) {
        self.open.pop();
    }

    /// The comments where one would be added.
    pub(super) fn comments(&mut self) -> &mut Vec<String> {
        let (moves, before) = match self.open.last_mut() {
            Some(line) => (&mut line.moves, &mut line.comments),
            None => (&mut self.game.moves, &mut self.game.opening_comments),
        };
        moves.last_mut().map_or(before, |annotated| &mut annotated.comments)
    }
}

impl PgnVisitor for TreeBuilder {
    type Game = PgnGame;

    fn begin(&mut self, header: PgnHeader) {
        let PgnHeader { tags, start, chess960, result } = header;
        self.game = PgnGame { tags, chess960, result, ..PgnGame::new(start) };
        self.open.clear();
    }

    fn play(&mut self, mv: Option<Move>) {
        self.moves().push(mv.into());
    }

    /// Keeps the comment with one space for each run of white space, and in a
    /// form that can stand in braces: a comment to the end of a line may have a
    /// `}`.
    fn comment(&mut self, text: &str) {
        let text = text.replace('}', ")").split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            self.comments().push(text);
        }
    }

    /// A glyph at the beginning of a side line belongs to the move beside it: `(!)`.
    fn glyph(&mut self, number: u8) {
        let lines = self.open.iter_mut().rev().map(|line| &mut line.moves);
        let mut moves = lines.chain([&mut self.game.moves]);
        if let Some(annotated) = moves.find_map(|moves| moves.last_mut()) {
            annotated.nags.push(number);
        }
    }

    fn begin_variation(&mut self) -> bool {
        self.open.push(Variation::default());
        true
    }

    /// A side line without moves leaves its comments beside the move.
    fn end_variation(&mut self) {
        let Some(line) = self.open.pop() else { return };
        if line.moves.is_empty() {
            self.comments().extend(line.comments);
        } else if let Some(annotated) = self.moves().last_mut() {
            annotated.variations.push(line);
        }
    }

    /// An unknown result after the moves does not undo that of the tag.
    fn finish(&mut self, result: Option<GameResult>) -> PgnGame {
        let mut game = std::mem::replace(&mut self.game, PgnGame::new(Position::start()));
        let known = result.filter(|&result| result != GameResult::Unknown);
        game.result = known.unwrap_or(game.result);
        game
    }
}
