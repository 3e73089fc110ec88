// The conformance suite for stores of members. Each implementation runs it.
import { describe } from 'vitest';
import { attemptTests, auditTests } from './conformance/attempts-and-audit.ts';
import { type FreshStore, removeFixturesAfterEach } from './conformance/fixture.ts';
import { invitationTests } from './conformance/invitations.ts';
import { listTests } from './conformance/lists.ts';
import { memberTests } from './conformance/members.ts';
import { searchTests } from './conformance/searches.ts';
import { sessionTests } from './conformance/sessions.ts';
import { totpTests } from './conformance/totp.ts';

/** Registers the suite; `fresh` creates an empty store for each test. */
export function membersConformance(name: string, fresh: FreshStore): void {
  describe(`members in ${name}`, () => {
    removeFixturesAfterEach();
    memberTests(fresh);
    invitationTests(fresh);
    sessionTests(fresh);
    attemptTests(fresh);
    auditTests(fresh);
    searchTests(fresh);
    totpTests(fresh);
    listTests(fresh);
  });
}
