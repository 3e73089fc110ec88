// The flags of a bench, and its help: the comment at the head of its file. Wrong flags end the program with a sentence
// and exit status 2.
import { readFileSync } from 'node:fs';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

type Values<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/** The values of the flags. With `--help`, or without a required flag, the program ends. */
export function readFlags<O extends ParseArgsOptionsConfig, R extends keyof O & string = never>(
  options: O,
  required: readonly R[] = [],
): Values<O> & Readonly<Record<R, string>> {
  if (process.argv.includes('--help')) {
    console.log(headOf(process.argv[1]!).join('\n'));
    process.exit(0);
  }
  const values = valuesOf(options);
  const missing = required.find((name) => (values as Readonly<Record<string, unknown>>)[name] === undefined);
  if (missing !== undefined) endWith(`--${missing} is missing`);
  return values as Values<O> & Readonly<Record<R, string>>;
}

function valuesOf<O extends ParseArgsOptionsConfig>(options: O): Values<O> {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return endWith(error.message.split(/\. (?=To )/, 1)[0]!);
  }
}

/** Ends the program with exit status 2. */
export function endWith(message: string): never {
  console.error(`${message}; --help lists the flags`);
  process.exit(2);
}

/** The lines of the comment at the head of a file: first the command line, then the description. */
export function headOf(file: string): readonly string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .slice(
      0,
      lines.findIndex((line) => !line.startsWith('//')),
    )
    .map((line) => line.slice(3));
}
