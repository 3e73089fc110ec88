// The ordered steps of the waterfall, and how to reorder them.
import { useRef, useState } from 'preact/hooks';
import { LIMITS } from '../../../src/contract/limits.ts';
import type { ApiFailure } from '../api.ts';
import { Button } from '../components/button.tsx';
import { announce } from '../components/notices.tsx';
import { WATERFALL_TEXTS } from '../texts/waterfall-texts.ts';
import { StepCard } from './step-card.tsx';
import { moved, newStep, type Step } from './steps.ts';

interface StepListProps {
  readonly steps: readonly Step[];
  readonly onSteps: (steps: readonly Step[]) => void;
  readonly failure: ApiFailure | null;
}

export function StepList({ steps, onSteps, failure }: StepListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const move = (from: number, to: number, { isByKey }: { readonly isByKey: boolean }) => {
    if (to < 0 || to >= steps.length || from === to) return;
    onSteps(moved(steps, from, to));
    announce(WATERFALL_TEXTS.moved(from + 1, to + 1));
    if (!isByKey) return;
    const id = steps[from]?.id;
    // Moving an element in the DOM can remove its focus.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-step="${id}"]`)?.focus());
  };
  const onDragged = (what: 'start' | 'over' | 'end', at: number) => {
    if (what === 'start') setDraggedId(steps[at]?.id ?? null);
    else if (what === 'end') setDraggedId(null);
    else if (draggedId !== null)
      move(
        steps.findIndex(({ id }) => id === draggedId),
        at,
        { isByKey: false },
      );
  };
  const errorOf = (at: number) =>
    failure?.details.find(({ path }) => path.startsWith(`cascade[${at}]`))?.message ?? null;
  return (
    <div class="stack">
      <ol class="steps" ref={list} aria-label={WATERFALL_TEXTS.steps}>
        {steps.map((step, at) => (
          <StepCard
            key={step.id}
            step={step}
            number={at + 1}
            count={steps.length}
            onStep={(next) => onSteps(steps.toSpliced(at, 1, next))}
            onMove={(by) => move(at, at + by, { isByKey: true })}
            onRemove={() => {
              onSteps(steps.toSpliced(at, 1));
              announce(WATERFALL_TEXTS.stepRemoved(at + 1));
            }}
            onDragged={(what) => onDragged(what, at)}
            isDragged={draggedId === step.id}
            error={errorOf(at)}
          />
        ))}
      </ol>
      <div>
        <Button
          icon="plus"
          isDisabled={steps.length >= LIMITS.cascadeStepsMax}
          onClick={() => onSteps([...steps, newStep()])}
        >
          {WATERFALL_TEXTS.addStep}
        </Button>
      </div>
    </div>
  );
}
