// The conformance suite of a catalog. Each implementation runs it.
import { describe } from 'vitest';
import { companyAnswerTests, jobAnswerTests, networkHostTests, personAnswerTests } from './conformance/answers.ts';
import { bodyTests } from './conformance/bodies.ts';
import { changeTests } from './conformance/changes.ts';
import { companyIdentityTests, companyJoinTests, companyLookUpTests } from './conformance/companies.ts';
import { expiryTests } from './conformance/expiry.ts';
import { externalIdTests } from './conformance/external-ids.ts';
import { type CatalogUnderTest, removeFixturesAfterEach } from './conformance/fixture.ts';
import { generatedPersonSlugTests, generatedSlugTests } from './conformance/generated-slugs.ts';
import { identityTests } from './conformance/identity.ts';
import { jobRowTests, openingTests } from './conformance/jobs.ts';
import { aloneTests, originTests, splitTests } from './conformance/keeping.ts';
import { catalogLaws, undoLaws } from './conformance/laws.ts';
import { matchingLaws } from './conformance/matching-laws.ts';
import { contactTests, linkTests, personTests } from './conformance/people.ts';
import { pushTests } from './conformance/pushes.ts';
import { reviewTests } from './conformance/reviews.ts';
import { repeatedImportTests, runTests, stateTests } from './conformance/runs.ts';
import { suppressedMailboxTests } from './conformance/suppressed-mailboxes.ts';
import { companySuppressionTests, suppressionTests } from './conformance/suppression.ts';
import { undoTests } from './conformance/undo.ts';

/**
 * Registers the suite. `fresh` creates an empty catalog for each test. `share`: the share of the rounds of the laws,
 * for a store in which each round takes long.
 */
export function catalogConformance(name: string, fresh: () => CatalogUnderTest, share = 1): void {
  describe(`the catalog in ${name}`, () => {
    removeFixturesAfterEach();
    companyIdentityTests(fresh);
    companyJoinTests(fresh);
    companyLookUpTests(fresh);
    companyAnswerTests(fresh);
    personTests(fresh);
    personAnswerTests(fresh);
    contactTests(fresh);
    externalIdTests(fresh);
    linkTests(fresh);
    networkHostTests(fresh);
    jobRowTests(fresh);
    openingTests(fresh);
    jobAnswerTests(fresh);
    bodyTests(fresh);
    suppressionTests(fresh);
    companySuppressionTests(fresh);
    suppressedMailboxTests(fresh);
    generatedSlugTests(fresh);
    generatedPersonSlugTests(fresh);
    runTests(fresh);
    repeatedImportTests(fresh);
    stateTests(fresh);
    originTests(fresh);
    splitTests(fresh);
    undoTests(fresh);
    expiryTests(fresh);
    aloneTests(fresh);
    identityTests(fresh);
    catalogLaws(fresh, share);
    undoLaws(fresh, share);
    matchingLaws(fresh, share);
    changeTests(fresh, share);
    pushTests(fresh, share);
    reviewTests(fresh);
  });
}
