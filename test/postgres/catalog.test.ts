// The catalog in PostgreSQL passes the suite of every store.
import { catalogConformance } from '../../src/catalog/conformance.ts';
import { catalogsIn } from '../support/catalog-schemas.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

describeOnPostgres('on PostgreSQL', () => {
  const schemas = [testSchema(), testSchema()];
  catalogConformance('PostgreSQL', catalogsIn(schemas));
});
