// Runs commands in the process of the test, because a separate process would load the program again for each. Features
// of a process (signals, pipes, its end) are tested with `run` of program.ts.
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../src/cli/command-line.ts';
import type { Finished } from './program.ts';

export const BIN = fileURLToPath(new URL('../../bin/cardfile', import.meta.url));

/** Resolves after the last command: commands share the output, the arguments and the exit status of the process. */
let last: Promise<unknown> = Promise.resolve();

/** Runs the command of these arguments to its end. */
export function runHere(...args: string[]): Promise<Finished> {
  const next = last.then(() => capture(args));
  last = next.catch(() => {});
  return next;
}

async function capture(args: readonly string[]): Promise<Finished> {
  const { argv, stdout, stderr } = process;
  const writes = [stdout.write, stderr.write] as const;
  const output = { stdout: '', stderr: '' };
  const into = (name: keyof typeof output) => (text: string | Uint8Array) => {
    output[name] += text;
    return true;
  };
  stdout.write = into('stdout');
  stderr.write = into('stderr');
  process.argv = [process.execPath, BIN, ...args];
  process.exitCode = 0;
  try {
    await runCommand(args);
    return { code: Number(process.exitCode), ...output };
  } finally {
    [stdout.write, stderr.write] = writes;
    process.argv = argv;
    process.exitCode = 0;
  }
}
