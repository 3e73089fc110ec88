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
  /** Calls begin at this rate, whether earlier ones are answered or not; else each connection sends as soon as it is answered. */
  readonly perSecond?: number;
}

export interface Felt {
  readonly perSecond: number;
  /** Milliseconds from when a call was due until its last byte. */
  readonly p50: number;
  readonly p99: number;
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

/** Puts pressure on a server and tells how it answered; calls that are under way at the end are not counted. */
export async function press({ port, keys, shots, connections, seconds, perSecond }: Pressure): Promise<Felt> {
  const wires = shots.map((shot) => wireOf(shot, keys[0]?.length ?? 0));
  const tookMs: number[] = [];
  const free: Lane[] = [];
  let failed = 0;
  let sent = 0;
  let isOver = false;
  const shoot = (lane: Lane, dueMs: number) => {
    lane.send(wires[sent % wires.length] as Buffer, dueMs);
    sent += 1;
  };
  const lanes = Array.from(
    { length: connections },
    (_, index) =>
      new Lane(port, keys[index % keys.length] ?? '', (lane, isOk) => {
        if (isOver) return;
        const nowMs = performance.now();
        tookMs.push(nowMs - lane.dueMs);
        if (!isOk) failed += 1;
        if (perSecond === undefined) shoot(lane, nowMs);
        else free.push(lane);
      }),
  );
  await Promise.all(lanes.map((lane) => lane.connected()));
  const startMs = performance.now();
  if (perSecond === undefined) for (const lane of lanes) shoot(lane, startMs);
  else free.push(...lanes);
  await new Promise<void>((resolve) => {
    const turn = () => {
      const nowMs = performance.now();
      if (nowMs - startMs >= seconds * 1000) return resolve();
      if (perSecond === undefined) setTimeout(turn, 20);
      else {
        const due = ((nowMs - startMs) / 1000) * perSecond;
        for (let lane = sent < due ? free.pop() : undefined; lane; lane = sent < due ? free.pop() : undefined)
          shoot(lane, startMs + (sent / perSecond) * 1000);
        setImmediate(turn);
      }
    };
    turn();
  });
  isOver = true;
  const tookSeconds = (performance.now() - startMs) / 1000;
  for (const lane of lanes) lane.close();
  tookMs.sort((a, b) => a - b);
  const at = (share: number) => tookMs[Math.floor(tookMs.length * share)] ?? Number.NaN;
  return { perSecond: tookMs.length / tookSeconds, p50: at(0.5), p99: at(0.99), failed };
}
