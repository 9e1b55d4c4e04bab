import { alternate, flows, prepareFlows } from './flows/follow.ts';
import { keyboard, mouse } from './input-device.ts';

const follow = prepareFlows();

// Each flow once, with the two windows in turn; `full/flows-matrix.spec.ts` has all combinations.
follow(
  'by mouse, narrow and dark',
  { width: 390, scheme: 'dark', isChecked: true },
  mouse,
  alternate(flows, 0),
);
follow(
  'by keyboard alone, wide and light',
  { width: 1280, scheme: 'light', isChecked: true },
  keyboard,
  alternate(flows, 1),
);
