// Puts load on a server over plain sockets, one request at a time on each: so cheap that the server, not this process, is what limits.
// Knows no HTTP beyond what the benched server sends: a status line, content-length, no chunks.
import { connect, type Socket } from 'node:net';

/** One request as it goes over the wire. */
export interface Shot {
  readonly path: string;
  readonly body: string;
}

export interface Pressure {
  readonly port: number;
  /** Shared out among the connections, as an account may call only so often; all of one length. */
  readonly keys: readonly string[];
  /** Sent in turn, from the first again behind the last. */
  readonly shots: readonly Shot[];
  readonly connections: number;
  readonly seconds: number;
  /** Calls begin at this rate, a millisecond's at a time, whether earlier ones are answered or not; else each connection sends as soon as it is answered. */
  readonly perSecond?: number;
  /** Ends it, in place of `seconds`. */
  readonly isOver?: () => boolean;
  /** Told of each call that is answered. */
  readonly onAnswer?: (answered: Answered) => void;
}

export interface Answered {
  /** Which of the shots, by its place. */
  readonly shot: number;
  /** By `performance.now()`. */
  readonly dueMs: number;
  readonly tookMs: number;
  readonly isOk: boolean;
}

export interface Felt {
  readonly perSecond: number;
  /** Milliseconds from when a call was due until its last byte. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds by which one in a hundred calls of a given rate was sent later than planned. */
  readonly late: number;
  readonly failed: number;
}

const KEY_HEADER = '\r\nx-api-key: ';

/** The bytes of a POST, with room for a key. */
function wireOf({ path, body }: Shot, keyLength: number): Buffer {
  const head = [
    `POST ${path} HTTP/1.1${KEY_HEADER}${'-'.repeat(keyLength)}`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** A connection that waits for one answer at a time. */
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

  /** The head of an answer comes in one piece, as the server writes it at once. */
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

/** How often calls of a given rate are sent: oftener would take a processor of its own, which the server needs. */
const TICK_MS = 1;

/** Puts pressure on a server and tells how it answered; calls that are under way at the end are not counted. */
export async function press(pressure: Pressure): Promise<Felt> {
  const { port, keys, shots, connections, seconds, perSecond, isOver: mayEnd, onAnswer } = pressure;
  const wires = shots.map((shot) => wireOf(shot, keys[0]?.length ?? 0));
  const tookMs: number[] = [];
  const lateMs: number[] = [];
  const free: Lane[] = [];
  /** When those were due that wait for a free connection. */
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
      let lane = waiting.length > 0 ? free.pop() : undefined;
      lane;
      lane = waiting.length > 0 ? free.pop() : undefined
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
      // A call is due when its tick comes: that this process comes to its tick late is no fault of the server, and told apart.
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
