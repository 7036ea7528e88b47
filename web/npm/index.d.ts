/** An `info` line with a score. */
export interface Info {
  depth?: number;
  seldepth?: number;
  multipv: number;
  /** Centipawns or moves to mate, for the side to move. */
  score: { cp?: number; mate?: number };
  bound: "lower" | "upper" | null;
  nodes?: number;
  nps?: number;
  /** Milliseconds. */
  time?: number;
  /** Moves in UCI notation. */
  pv: string[];
}

/** What a search has found. */
export interface SearchResult {
  /** `null` if there is no legal move. */
  best: string | null;
  ponder: string | null;
  /** The last exact report of each line, the best first. */
  lines: Info[];
}

/** A move in UCI and in standard notation. */
export interface PlayedMove {
  uci: string;
  san: string;
}

/** A position of a game, and what may be done in it. */
export interface GameState {
  fen: string;
  side: "white" | "black";
  check: boolean;
  played: PlayedMove[];
  legal: PlayedMove[];
  /** Why the game is over, draws that may be claimed among it. */
  outcome: string | null;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
}

/** A game of a PGN. */
export interface ReadGame {
  tags: Record<string, string>;
  result: string;
  /** The starting position. */
  fen: string;
  moves: PlayedMove[];
  errors: string[];
  /** The game alone. */
  pgn: string;
}

/** A value in the middle game, in the end game, and in this position, in centipawns. */
export interface Phases {
  middle: number;
  end: number;
  now: number;
}

/** The evaluation of a position with its parts, in centipawns. */
export interface Evaluation {
  fen: string;
  /** As White sees it. */
  white: number;
  /** As the side to move sees it. */
  mover: number;
  known: boolean;
  phase: number;
  full_phase: number;
  scale: number;
  full_scale: number;
  sum: Phases;
  rounding: number;
  linear: number;
  network: number | null;
  fifty_move: { plies: number; white: number };
  material: { kind: string; value: number; white: number; black: number }[];
  themes: { theme: string; white: Phases; black: Phases; net: Phases }[];
  /** `worth` is what the evaluation loses for its side without the piece. */
  pieces: { square: string; piece: string; worth: number | null }[];
  terms: {
    side: string;
    group: string;
    place: number;
    count: number;
    piece: string | null;
    middle: number;
    end: number;
  }[];
}

/** The play of a side in figures. */
export interface SideSummary {
  accuracy: number;
  points_lost: number;
  centipawns_lost: number;
  moves: number;
  blunders: number;
  mistakes: number;
  inaccuracies: number;
  phases: {
    phase: "opening" | "middlegame" | "endgame";
    accuracy: number;
    points_lost: number;
    moves: number;
  }[];
  clock: {
    mean_seconds: number;
    /** Plies from zero, the longest thought first. */
    longest: number[];
    mistakes: number;
    hasty_mistakes: number;
    hasty_below: number | null;
    short_mistakes: number;
    short_below: number | null;
  } | null;
}

/** What is told about a game before its figures. */
export interface Story {
  sentences: string[];
  players: { name: string; title: string | null; rating: number | null }[];
  winner: "White" | "Black" | null;
  ending: string | null;
  moves: number;
  /** The ply, from zero, of the move that turned the game. */
  turn: number | null;
  opening: { eco: string; name: string; plies: number; last_move: string | null } | null;
  engine: string;
  limits: string;
  depth: number;
  scale: "engine" | "players";
}

/** The analysis of a game. */
export interface Report {
  game: {
    schema: number;
    tags: Record<string, string>;
    /** The position before the first move. */
    fen: string;
    result: string;
    story: Story;
    white: SideSummary | null;
    black: SideSummary | null;
    moves: {
      /** The position before the move. */
      fen: string;
      move: string;
      phase: "opening" | "middlegame" | "endgame";
      book: boolean;
      judged: boolean;
      /** The score after the move as White sees it: `0.31`, `#-2`. */
      eval: string;
      /** The points of 100 that White can expect after the move. */
      white_points: number;
      best: string | null;
      best_eval: string;
      line: string;
      points_lost: number;
      mark: "??" | "?" | "?!" | null;
      /** Why the move is bad, where that can be said. */
      reason: string | null;
      seconds: number | null;
      /** The seconds on the clock after the move. */
      clock: number | null;
    }[];
  };
  /** The annotated game. */
  pgn: string;
  /** The report as a page. */
  html: string;
}

export interface StartOptions {
  /** Called with each line that the engine says. */
  onLine?: (line: string) => void;
  /** Where the module is, if not beside the package's files. */
  wasm?: string | URL;
  /** `false` does without shared memory where there is some. */
  shared?: boolean;
}

/** The engine in a worker of its own. */
export class Staunton {
  private constructor();
  /** Whether `stop` keeps what a search has learned. */
  readonly sharesMemory: boolean;
  /** Calls back with each line; returns what ends that. */
  onLine(listener: (line: string) => void): () => boolean;
  /** Sends a line of UCI. */
  send(line: string): void;
  /** Searches: `words` is what follows `go`. */
  go(words: string, onInfo?: (info: Info) => void): Promise<SearchResult>;
  evaluation(fen: string): Promise<Evaluation>;
  /** A game so far: its position, the legal moves, whether it is over. */
  game(moves?: string[], fen?: string): Promise<GameState>;
  /** A line of moves in UCI notation as people write it. */
  line(fen: string, moves: string[]): Promise<string>;
  games(pgn: string): Promise<ReadGame[]>;
  /** The analysis of the first game of a PGN; `nodes` for each position. */
  report(
    pgn: string,
    options?: { nodes?: number; onProgress?: (done: number, all: number) => void },
  ): Promise<Report>;
  /** Stops everything sent so far. A search then tells its best move. */
  stop(): void;
  /** Ends as at the end of input: what ends by itself may, the rest is stopped. */
  finish(): Promise<void>;
  /** Resolves when everything sent so far is done. */
  idle(): Promise<void>;
  /** Ends the engine. */
  close(): void;
}

/** Starts the engine in a worker. */
export function start(options?: StartOptions): Promise<Staunton>;

/** What an `info` line says; `null` if it is another line or has no score. */
export function readInfo(line: string): Info | null;
