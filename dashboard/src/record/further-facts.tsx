// Members of a record that have no place of their own, as facts.
import { Fact } from '../components/facts.tsx';
import type { ShownMember } from './record-members.ts';

interface FurtherFactsProps {
  readonly members: readonly ShownMember[];
  readonly record: object;
}

export function FurtherFacts({ members, record }: FurtherFactsProps) {
  return (
    <>
      {members.map(({ key, label, value }) => (
        <Fact key={key} name={label}>
          {value(record)}
        </Fact>
      ))}
    </>
  );
}
