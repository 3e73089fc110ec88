// Load generator over plain sockets, one request at a time on each. It is so cheap that the server is the bottleneck,
// not this process. It supports only the HTTP that the benched server sends: a status line, content-length, no
// chunks.
import { connect, type Socket } from 'node:net';

/** One request as bytes. */
export interface Shot {
  readonly path: string;
  readonly body: string;
}

export interface Pressure {
  readonly port: number;
  /** Distributed over the connections because of the rate limit of an account. All keys have the same length. */
  readonly keys: readonly string[];
  /** Sent in order, repeatedly. */
  readonly shots: readonly Shot[];
  readonly connections: number;
  readonly seconds: number;
  /**
   * Calls start at this rate, in ticks of a millisecond, regardless of answers. Without a rate each connection sends
   * as soon as it is answered.
   */
  readonly perSecond?: number;
  /** Ends the load, in place of `seconds`. */
  readonly isOver?: () => boolean;
  /** Called for each answer. */
  readonly onAnswer?: (answered: Answered) => void;
}

export interface Answered {
  /** Index of the request in `shots`. */
  readonly shot: number;
  /** By `performance.now()`. */
  readonly dueMs: number;
  readonly tookMs: number;
  readonly isOk: boolean;
}

export interface Felt {
  readonly perSecond: number;
  /** Milliseconds from the due time of a call until its last byte. */
  readonly p50: number;
  readonly p99: number;
  /** The p99 of the delay of the generator at a given rate, in milliseconds. */
  readonly late: number;
  readonly failed: number;
}

const KEY_HEADER = '\r\nx-api-key: ';

/** The bytes of a POST, with space for a key. */
function wireOf({ path, body }: Shot, keyLength: number): Buffer {
  const head = [
    `POST ${path} HTTP/1.1${KEY_HEADER}${'-'.repeat(keyLength)}`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** A connection with one call at a time. */
class Lane {
  readonly #socket: Socket;
  readonly #key: Buffer;
  readonly #onAnswer: (lane: Lane, isOk: boolean) => void;
  #left = 0;
  #isOk = false;
  dueMs = 0;
  shot = 0;

  constructor(port: number, key: string, onAnswer: (lane: Lane, isOk: boolean) => void) {
    this.#key = Buffer.from(key);
    this.#onAnswer = onAnswer;
    const buffer = Buffer.alloc(1 << 17);
    const callback = (bytes: number) => this.#take(buffer, bytes);
    this.#socket = connect({ port, host: '127.0.0.1', onread: { buffer, callback } });
    this.#socket.setNoDelay();
  }

  async connected(): Promise<void> {
    await new Promise((resolve, reject) => this.#socket.once('connect', resolve).once('error', reject));
  }

  send(wire: Buffer, dueMs: number): void {
    this.dueMs = dueMs;
    const own = Buffer.from(wire);
    own.set(this.#key, own.indexOf(KEY_HEADER) + KEY_HEADER.length);
    this.#socket.write(own);
  }

  close(): void {
    this.#socket.destroy();
  }

  /** The head of an answer arrives in one piece, because the server writes it at once. */
  #take(buffer: Buffer, bytes: number): boolean {
    if (this.#left > 0) this.#left -= bytes;
    else {
      const head = buffer.toString('latin1', 0, Math.min(bytes, 1500));
      const length = /\r\ncontent-length: (\d+)/i.exec(head);
      const end = head.indexOf('\r\n\r\n');
      if (!length || end < 0) throw new Error(`not an answer: ${head.slice(0, 200)}`);
      this.#isOk = head.startsWith('HTTP/1.1 200');
      this.#left = Number(length[1]) + end + 4 - bytes;
    }
    if (this.#left === 0) this.#onAnswer(this, this.#isOk);
    return true;
  }
}

/**
 * Interval at which calls of a given rate are sent. A shorter one would use a whole processor, which the server
 * needs.
 */
const TICK_MS = 1;

/** Sends load to a server and returns its latencies. Calls in flight at the end do not count. */
export async function press(pressure: Pressure): Promise<Felt> {
  const { port, keys, shots, connections, seconds, perSecond, isOver: mayEnd, onAnswer } = pressure;
  const wires = shots.map((shot) => wireOf(shot, keys[0]?.length ?? 0));
  const tookMs: number[] = [];
  const lateMs: number[] = [];
  /** Used in turn, because the server closes an idle connection after some seconds. */
  const free: Lane[] = [];
  /** Due times of the calls that wait for a free connection. */
  const waiting: number[] = [];
  let failed = 0;
  let sent = 0;
  let isOver = false;
  const shoot = (lane: Lane, dueMs: number) => {
    lane.shot = sent % wires.length;
    lane.send(wires[lane.shot] as Buffer, dueMs);
    sent += 1;
  };
  const shootWaiting = () => {
    for (
      let lane = waiting.length > 0 ? free.shift() : undefined;
      lane;
      lane = waiting.length > 0 ? free.shift() : undefined
    )
      shoot(lane, waiting.shift() as number);
  };
  const lanes = Array.from(
    { length: connections },
    (_, index) =>
      new Lane(port, keys[index % keys.length] ?? '', (lane, isOk) => {
        if (isOver) return;
        const nowMs = performance.now();
        tookMs.push(nowMs - lane.dueMs);
        onAnswer?.({ shot: lane.shot, dueMs: lane.dueMs, tookMs: nowMs - lane.dueMs, isOk });
        if (!isOk) failed += 1;
        if (perSecond === undefined) return shoot(lane, nowMs);
        free.push(lane);
        shootWaiting();
      }),
  );
  await Promise.all(lanes.map((lane) => lane.connected()));
  const startMs = performance.now();
  if (perSecond === undefined) for (const lane of lanes) shoot(lane, startMs);
  else free.push(...lanes);
  await new Promise<void>((resolve) => {
    const turn = () => {
      const nowMs = performance.now();
      if (mayEnd ? mayEnd() : nowMs - startMs >= seconds * 1000) return resolve();
      // A call is due at its tick. A late tick is a delay of this process, not of the server, and is reported
      // separately.
      for (let next = sent + waiting.length; next < ((nowMs - startMs) / 1000) * (perSecond ?? 0); next += 1) {
        lateMs.push(nowMs - startMs - (next / (perSecond ?? 1)) * 1000);
        waiting.push(nowMs);
      }
      shootWaiting();
      setTimeout(turn, TICK_MS);
    };
    turn();
  });
  isOver = true;
  const tookSeconds = (performance.now() - startMs) / 1000;
  for (const lane of lanes) lane.close();
  return {
    perSecond: tookMs.length / tookSeconds,
    p50: quantile(tookMs, 0.5),
    p99: quantile(tookMs, 0.99),
    late: quantile(lateMs, 0.99),
    failed,
  };
}

function quantile(values: number[], share: number): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
