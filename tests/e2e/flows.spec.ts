import { flows, prepareFlows } from './flows/follow.ts';
import { keyboard, mouse } from './input-device.ts';

const follow = prepareFlows();

// Covers both widths, both colour schemes and both input devices; `full/flows-matrix.spec.ts` has the other
// combinations.
follow('by mouse, narrow and dark', { width: 390, scheme: 'dark', isChecked: true }, mouse, flows);
follow(
  'by keyboard alone, wide and light',
  { width: 1280, scheme: 'light', isChecked: true },
  keyboard,
  flows,
);
