// The service with its charging on, or off: then the store of accounts answers each charge at once and writes nothing.
// Arguments: data folder, `on` or `off`. Started by charges.ts as a process of its own; prints the port and ends when its parent is gone.
import { AddressLimiter } from '../src/accounts/address-limiter.ts';
import type { Accounts } from '../src/accounts/port.ts';
import { monotonicNowMs, RateLimiter, rateLimiterMemory } from '../src/accounts/rate-limiter.ts';
import { ServingEdition } from '../src/api/serving-edition.ts';
import { readConfig } from '../src/app/config.ts';
import { openCatalog, openServingAccounts, startLedger } from '../src/app/stores.ts';
import { createServer } from '../src/http/server.ts';
import { systemClock } from '../src/ops/clock.ts';
import { openLog } from '../src/ops/log.ts';
import { Metrics } from '../src/ops/metrics.ts';

const [, , data = '', charging = 'on'] = process.argv;
const { config } = readConfig({ data, logLevel: 'error' }, {});
const ledger = await startLedger(config, { onUpkeepFailure: console.error, onLost: console.error });
const unobserved = { observeCommit: () => {}, observeUpkeepFailure: () => {} };
const real = openServingAccounts(config, ledger.connect(), unobserved);

const free: Accounts = {
  authenticate: (keyHash) => real.authenticate(keyHash),
  remaining: async () => 1,
  hasCredit: async () => true,
  charge: async () => ({ charged: true, remaining: 1 }),
  count: () => {},
  beginIdempotent: (identity) => real.beginIdempotent(identity),
  settleIdempotent: (token, answer) => real.settleIdempotent(token, answer),
  abandonIdempotent: (token) => real.abandonIdempotent(token),
  close: () => real.close(),
};

const accounts = charging === 'on' ? real : free;
const catalog = openCatalog(config);
const serving = new ServingEdition(catalog);
const metrics = new Metrics();
const app = createServer({
  services: {
    api: {
      catalog,
      accounts,
      clock: systemClock,
      searchable: () => serving.current(),
      cursorSecret: catalog.cursorSecret(),
      phoneCountries: config.phoneCountries,
      emailStatusDays: config.emailStatusDays,
      networkHost: config.networkHost,
    },
    accounts,
    limiter: new RateLimiter(rateLimiterMemory()),
    addresses: new AddressLimiter(),
    monotonicMs: monotonicNowMs,
  },
  log: openLog(config.logLevel),
  metrics,
  metricsText: async () => '',
  metricsToken: null,
  slowMs: config.slowMs,
  version: 'bench',
});
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 });
process.on('disconnect', () => process.exit(0));
