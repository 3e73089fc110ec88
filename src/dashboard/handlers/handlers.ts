// The handlers of every route of the table.

import type { Handlers } from '../context.ts';
import type { RouteName } from '../routes/routes.ts';
import { ACCOUNT_HANDLERS } from './account-handlers.ts';
import { ENRICHMENT_HANDLERS } from './enrichment-handlers.ts';
import { LIST_HANDLERS } from './list-handlers.ts';
import { MEMBER_HANDLERS } from './member-handlers.ts';
import { OPEN_ID_HANDLERS } from './open-id-handlers.ts';
import { RECORD_HANDLERS } from './record-handlers.ts';
import { SEARCH_HANDLERS } from './search-handlers.ts';
import { SESSION_HANDLERS } from './session-handlers.ts';
import { TOTP_HANDLERS } from './totp-handlers.ts';
import { USAGE_HANDLERS } from './usage-handlers.ts';
import { WATCH_HANDLERS } from './watch-handlers.ts';
import { WEBHOOK_HANDLERS } from './webhook-handlers.ts';

export const HANDLERS: Handlers<RouteName> = {
  ...SESSION_HANDLERS,
  ...TOTP_HANDLERS,
  ...OPEN_ID_HANDLERS,
  ...MEMBER_HANDLERS,
  ...ACCOUNT_HANDLERS,
  ...USAGE_HANDLERS,
  ...RECORD_HANDLERS,
  ...ENRICHMENT_HANDLERS,
  ...SEARCH_HANDLERS,
  ...LIST_HANDLERS,
  ...WATCH_HANDLERS,
  ...WEBHOOK_HANDLERS,
};
