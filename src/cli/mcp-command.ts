// cardfile mcp: the MCP server over standard input and output, for agents that start their servers as programs. It
// calls a running service over HTTP.
import { type Command, Option } from 'commander';
import { OperatorError } from '../ops/operator-error.ts';
import { contextOf, examples, UsageError } from './command-context.ts';

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('an MCP server over standard input and output, which calls a running service; the key is CARDFILE_KEY')
    .addOption(
      new Option('--url <url>', 'address of the service (default: the address of --host and --port)').env(
        'CARDFILE_URL',
      ),
    )
    .addHelpText('after', examples('mcp', 'mcp --url https://data.example'))
    .action(async ({ url }: { url?: string }, command: Command) => {
      // Trimmed, because a key that is read from a file ends with a line feed.
      const key = process.env['CARDFILE_KEY']?.trim() ?? '';
      if (key === '') throw new OperatorError('no API key: set the environment variable CARDFILE_KEY');
      if (!/^[!-~]+$/.test(key))
        throw new OperatorError('CARDFILE_KEY has invalid characters; check that the whole key was copied');
      checkAddress(url);
      const { config } = contextOf(command);
      const { dashboardAddress } = await import('../app/serving-address.ts');
      const base = (url ?? dashboardAddress({ ...config, publicUrl: null })).replace(/\/+$/, '');
      const [{ serveStdio }, { StdioTransport }, { httpCaller }, { mcpServer }, { VERSION }] = await Promise.all([
        import('@modelcontextprotocol/server/stdio'),
        import('../mcp/stdio-transport.ts'),
        import('../mcp/http-caller.ts'),
        import('../mcp/mcp-server.ts'),
        import('../app/version.ts'),
      ]);
      const transport = new StdioTransport(process.stdin, process.stdout);
      serveStdio(() => mcpServer(VERSION, httpCaller(base, key)), { transport });
    });
}

/**
 * Rejects an address with a query, a fragment or a password: paths are added to the address, and fetch rejects
 * passwords. No message shows a password.
 */
function checkAddress(url: string | undefined): void {
  if (url === undefined) return;
  const isAddress = /^https?:\/\/[^?#]+$/i.test(url) && URL.canParse(url);
  if (!isAddress) throw new UsageError(`--url must be a URL such as https://data.example, not "${url}"`);
  if (new URL(url).password !== '') throw new UsageError('--url must have no password');
}
