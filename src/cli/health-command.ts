// cardfile health: queries a running server, for health checks of containers and services.
import { type Command, Option } from 'commander';
import { OperatorError } from '../ops/operator-error.ts';
import { contextOf, examples } from './command-context.ts';
import { printResult } from './output.ts';

/** A server that takes longer is reported as unhealthy. */
const ANSWER_WITHIN_MS = 5000;

export function addHealthCommand(program: Command): void {
  program
    .command('health')
    .description('check that a server answers at --host and --port; exit status 1 if not')
    .addOption(new Option('--ready', 'check that it is ready: searches are answered and credits can be charged'))
    .addHelpText('after', examples('health', 'health --ready --port 9090', 'health --json'))
    .action(async (options: { ready?: boolean }, command: Command) => {
      const { config, json } = contextOf(command);
      const { listenerUrl } = await import('../app/serving-address.ts');
      const address = listenerUrl(config);
      const url = `${address}${options.ready ? '/readyz' : '/healthz'}`;
      const { status, reason } = await answerOf(url);
      if (reason !== null) throw new OperatorError(`${url}: ${reason}`);
      printResult({ address, status }, { json });
    });
}

interface HealthAnswer {
  readonly status: string;
  /** Null if the server is healthy. */
  readonly reason: string | null;
}

async function answerOf(url: string): Promise<HealthAnswer> {
  const remedy = 'start one with `cardfile serve`, or give its address with --host and --port';
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const { status = '', reason } = (await answer.json()) as { status?: string; reason?: string };
    if (answer.ok && /^(ok|ready)$/.test(status)) return { status, reason: null };
    return { status, reason: reason ?? `answers with status ${answer.status}, so it is not Cardfile; ${remedy}` };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    const fault = isLate ? `the server does not answer within ${ANSWER_WITHIN_MS / 1000} s` : 'no Cardfile server';
    return { status: '', reason: isLate ? fault : `${fault} answers there; ${remedy}` };
  }
}
