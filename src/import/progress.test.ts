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
      '\r\u001b[K1,000 rows, 10 %',
      '\r\u001b[K2,000 rows, 1,000 a second, 20 %, 8 s left',
      '\r\u001b[K3,000 rows, 1,980 a second, 30 %, 4 s left',
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
    expect(written).toEqual(['3,000 rows, 488 a second, 30 %, 15 s left\n', '5,000 rows, 440 a second\n']);
  });

  it('counts neither the time before the first rows nor the rows of an interrupted import', () => {
    const { show, written } = display(false);
    show(6000, 60_000);
    show(7000, 5000);
    expect(written).toEqual(['6,000 rows, 60 %\n', '7,000 rows, 200 a second, 70 %, 15 s left\n']);
  });

  it('writes nothing for a short import', () => {
    for (const isTTY of [true, false]) {
      const { line, written } = display(isTTY);
      line.end();
      expect(written).toEqual([]);
    }
  });
});
