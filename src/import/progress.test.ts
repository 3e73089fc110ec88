import { describe, expect, it } from 'vitest';
import { progressLine } from './progress.ts';

function display(isTTY: boolean) {
  let now = 1_000_000;
  const written: string[] = [];
  const line = progressLine({ stream: { isTTY, write: (text) => written.push(text) }, clock: { now: () => now } });
  const show = (rows: number, afterMs: number, bytesTotal: number | null = 10_000) => {
    now += afterMs;
    line.show({ rows, bytesDone: rows, bytesTotal });
  };
  return { line, show, written };
}

describe('progress', () => {
  it('rewrites one line on a terminal and leaves the last state visible', () => {
    const { line, show, written } = display(true);
    show(1000, 1000);
    show(2000, 1000);
    show(3000, 10);
    line.end();
    expect(written).toEqual([
      '\r\u001b[K1,000 rows, 0 a second, 10 %, 9 s left',
      '\r\u001b[K2,000 rows, 500 a second, 20 %, 8 s left',
      '\r\u001b[K3,000 rows, 995 a second, 30 %, 5 s left',
      '\n',
    ]);
  });

  it('writes a plain line every five seconds elsewhere', () => {
    const { line, show, written } = display(false);
    show(1000, 1000);
    show(2000, 3900);
    show(3000, 200);
    show(4000, 4000);
    show(5000, 1000, null);
    line.end();
    expect(written).toEqual(['3,000 rows, 392 a second, 30 %, 12 s left\n', '5,000 rows, 396 a second\n']);
  });

  it('writes nothing for a short import', () => {
    for (const isTTY of [true, false]) {
      const { line, written } = display(isTTY);
      line.end();
      expect(written).toEqual([]);
    }
  });
});
