// The endpoints by subject, to choose the one to call; a list to choose from on a narrow screen.
import { Select } from '../components/field.tsx';
import { ENDPOINTS, type EndpointFacts } from '../endpoints.ts';

interface EndpointListProps {
  readonly chosen: EndpointFacts;
  readonly choose: (operation: string) => void;
}

export function EndpointList({ chosen, choose }: EndpointListProps) {
  return (
    <>
      <nav class="endpoints" aria-label="Endpoints">
        {[...Map.groupBy(ENDPOINTS, ({ tag }) => tag)].map(([tag, endpoints]) => (
          <section key={tag} aria-label={tag}>
            <h2>{tag}</h2>
            <ul>
              {endpoints.map(({ operation, summary }) => (
                <li key={operation}>
                  <button
                    type="button"
                    class="endpoint"
                    aria-current={operation === chosen.operation ? 'true' : undefined}
                    onClick={() => choose(operation)}
                  >
                    {summary}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div class="endpoint-choice">
        <Select
          label="Endpoint"
          value={chosen.operation}
          options={ENDPOINTS.map(({ operation, summary }) => ({ value: operation, label: summary }))}
          onSelect={choose}
        />
      </div>
    </>
  );
}
