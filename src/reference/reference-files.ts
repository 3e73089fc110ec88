// All files of the reference, as texts: nothing is read or written here.
import packageJson from '../../package.json' with { type: 'json' };
import { OPERATIONS } from '../contract/endpoints/endpoints.ts';
import { openApiDocument } from '../http/openapi/openapi.ts';
import { endpointFile, endpointPage, LOCAL_SERVER } from './endpoint-page.ts';
import { errorsPage } from './errors-page.ts';
import { filtersPage } from './filters-page.ts';
import { importPage } from './import-page.ts';
import { indexPage } from './index-page.ts';
import { keysPage } from './keys-page.ts';
import { limitsPage } from './limits-page.ts';
import { pagingPage } from './paging-page.ts';
import { recordsPage } from './records-page.ts';
import { settingsPage } from './settings-page.ts';
import { valuesPage } from './values-page.ts';

/** The text of each file of docs/reference by its name; the same contract gives the same texts. */
export function referenceFiles(): ReadonlyMap<string, string> {
  const openApi = openApiDocument({ version: packageJson.version, serverUrl: LOCAL_SERVER });
  return new Map([
    ['README.md', indexPage()],
    ['openapi.json', `${JSON.stringify(openApi, null, 2)}\n`],
    ...OPERATIONS.map((operation) => [endpointFile(operation), endpointPage(operation)] as const),
    ['records.md', recordsPage()],
    ['filters.md', filtersPage()],
    ['values.md', valuesPage()],
    ['paging-and-order.md', pagingPage()],
    ['keys-credits-limits.md', keysPage()],
    ['errors.md', errorsPage()],
    ['limits.md', limitsPage()],
    ['import-form.md', importPage()],
    ['settings.md', settingsPage()],
  ]);
}
