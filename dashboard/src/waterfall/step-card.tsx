// One step of the waterfall: its titles and places. Its handle can be dragged or moved with the arrow keys, and two
// buttons move it too.
import { useState } from 'preact/hooks';
import { LISTS } from '../../../src/contract/vocabularies/values.ts';
import { COUNTRIES } from '../../../src/contract/vocabularies/vocabularies.ts';
import { IconButton } from '../components/button.tsx';
import { ChipsField, type Suggestion } from '../components/chips-field.tsx';
import { CheckField } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { wordValues } from '../explorer/suggest-values.ts';
import { WATERFALL_TEXTS } from '../texts/waterfall-texts.ts';
import type { Step } from './steps.ts';

interface StepCardProps {
  readonly step: Step;
  /** Number of the step, from 1. */
  readonly number: number;
  readonly count: number;
  readonly onStep: (step: Step) => void;
  /** Moves the step by this number of positions. */
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
  /** Called when the drag of this step starts, when a step is dragged over this one, and when the drag ends. */
  readonly onDragged: (what: 'start' | 'over' | 'end') => void;
  readonly isDragged: boolean;
  readonly error: string | null;
}

const suggestTitles = (typed: string, signal: AbortSignal) => wordValues('people.job_title', typed, signal);

const PLACES: readonly Suggestion[] = [
  { value: 'WORLD', label: WATERFALL_TEXTS.world },
  ...LISTS.sales_region.map((value) => ({ value })),
  ...LISTS.continent.map((value) => ({ value })),
  ...COUNTRIES.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
];
const PLACES_SHOWN_MAX = 40;

function suggestPlaces(typed: string): Suggestion[] {
  const wanted = typed.trim().toLowerCase();
  const found = PLACES.filter(({ value, label = value }) =>
    ` ${label.toLowerCase()}`.replaceAll('(', '( ').includes(` ${wanted}`),
  );
  return found.slice(0, PLACES_SHOWN_MAX);
}

/** Moves a step with the arrow keys while its handle has the focus. */
function moveByKey(event: KeyboardEvent, onMove: (by: number) => void): void {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  onMove(by);
}

export function StepCard(props: StepCardProps) {
  const { step, number, count, onStep, onMove, onRemove, onDragged, isDragged, error } = props;
  const [isHeld, setHeld] = useState(false);
  const name = WATERFALL_TEXTS.step(number);
  return (
    <li
      class={`step card ${isDragged ? 'step-dragged' : ''}`}
      aria-label={name}
      draggable={isHeld}
      onDragStart={(event) => {
        event.dataTransfer?.setData('text/plain', name);
        onDragged('start');
      }}
      onDragOver={(event) => {
        event.preventDefault();
        onDragged('over');
      }}
      onDrop={(event) => event.preventDefault()}
      onDragEnd={() => {
        setHeld(false);
        onDragged('end');
      }}
    >
      <header class="step-head">
        <button
          type="button"
          class="step-grip"
          data-step={step.id}
          aria-label={WATERFALL_TEXTS.grip(number, count)}
          onPointerDown={() => setHeld(true)}
          onPointerUp={() => setHeld(false)}
          onKeyDown={(event) => moveByKey(event, onMove)}
        >
          <Icon name="grip" />
        </button>
        <h2>{name}</h2>
        <div class="step-buttons">
          <IconButton
            icon="up"
            label={WATERFALL_TEXTS.moveUp(number)}
            isDisabled={number === 1}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon="down"
            label={WATERFALL_TEXTS.moveDown(number)}
            isDisabled={number === count}
            onClick={() => onMove(1)}
          />
          <IconButton
            icon="trash"
            label={WATERFALL_TEXTS.removeStep(number)}
            isDisabled={count === 1}
            onClick={onRemove}
          />
        </div>
      </header>
      <StepFields {...{ step, onStep, error }} />
    </li>
  );
}

function StepFields({ step, onStep, error }: Pick<StepCardProps, 'step' | 'onStep' | 'error'>) {
  return (
    <>
      <ChipsField
        label={WATERFALL_TEXTS.titles}
        values={step.titles}
        onValues={(titles) => onStep({ ...step, titles })}
        suggest={suggestTitles}
        isFree
        placeholder={WATERFALL_TEXTS.titlesExample}
        error={error}
      />
      <ChipsField
        label={WATERFALL_TEXTS.places}
        values={step.places}
        onValues={(places) => onStep({ ...step, places })}
        suggest={suggestPlaces}
        placeholder={WATERFALL_TEXTS.anywhere}
      />
      <ChipsField
        label={WATERFALL_TEXTS.excluded}
        values={step.withoutTitles}
        onValues={(withoutTitles) => onStep({ ...step, withoutTitles })}
        suggest={suggestTitles}
        isFree
        placeholder={WATERFALL_TEXTS.noneExcluded}
      />
      <CheckField
        label={WATERFALL_TEXTS.inHeadline}
        isChecked={step.withHeadline}
        onCheck={(withHeadline) => onStep({ ...step, withHeadline })}
      />
    </>
  );
}
