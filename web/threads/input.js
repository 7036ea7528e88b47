// Standard input between workers: a ring of bytes in shared memory. One side writes
// and never waits, the other one waits until there is something to read.

const SIZE = 1 << 20;
/** The words before the bytes: how much was ever written and read, whether it ended. */
const [WRITTEN, READ, CLOSED, WORDS] = [0, 1, 2, 3];

export class Input {
  #words;
  #bytes;
  #waiting = [];
  #timer = null;
  #closing = false;

  /** The same input in another worker, by its shared memory. */
  constructor(shared = new SharedArrayBuffer(4 * WORDS + SIZE)) {
    this.shared = shared;
    this.#words = new Int32Array(shared, 0, WORDS);
    this.#bytes = new Uint8Array(shared, 4 * WORDS);
  }

  /** Writes a text; what has no room waits. */
  write(text) {
    this.#waiting.push(new TextEncoder().encode(text));
    this.#flush();
  }

  /** Ends the input. */
  close() {
    this.#closing = true;
    this.#flush();
  }

  #flush() {
    while (this.#waiting.length > 0) {
      const [bytes] = this.#waiting;
      const written = Atomics.load(this.#words, WRITTEN);
      const room = SIZE - ((written - Atomics.load(this.#words, READ)) | 0);
      const part = bytes.subarray(0, room);
      part.forEach((byte, index) => (this.#bytes[((written + index) | 0) & (SIZE - 1)] = byte));
      Atomics.store(this.#words, WRITTEN, (written + part.length) | 0);
      Atomics.notify(this.#words, WRITTEN);
      if (part.length < bytes.length) {
        this.#waiting[0] = bytes.subarray(part.length);
        this.#timer ??= setTimeout(() => {
          this.#timer = null;
          this.#flush();
        }, 5);
        return;
      }
      this.#waiting.shift();
    }
    if (this.#closing) {
      Atomics.store(this.#words, CLOSED, 1);
      Atomics.notify(this.#words, WRITTEN);
    }
  }

  /** Waits for bytes, at most `most`; none at the end of the input. */
  read(most) {
    const read = Atomics.load(this.#words, READ);
    for (;;) {
      const isClosed = Atomics.load(this.#words, CLOSED) === 1;
      const written = Atomics.load(this.#words, WRITTEN);
      const length = Math.min((written - read) | 0, most);
      if (length > 0) {
        const bytes = Uint8Array.from({ length }, (_, index) => this.#bytes[((read + index) | 0) & (SIZE - 1)]);
        Atomics.store(this.#words, READ, (read + length) | 0);
        return bytes;
      }
      if (isClosed) return new Uint8Array();
      // The end of the input wakes too, but may come between the look and the wait.
      Atomics.wait(this.#words, WRITTEN, written, 100);
    }
  }
}
