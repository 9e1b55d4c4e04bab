/** Field borders need a contrast of 3:1 (WCAG 1.4.11); the component library's own are fainter. */
const EDGE = { borderColor: 'border.emphasized' };

interface Recipe {
  variants?: { variant?: { outline?: object } };
}

/** Adds that border to a recipe's outline variant. */
export function withFieldEdge<R>(recipe: R): R {
  // The library's types omit a property that all of its field recipes have.
  const { variants } = recipe as Recipe;
  const outline = { ...variants?.variant?.outline, ...EDGE };
  return { ...recipe, variants: { ...variants, variant: { ...variants?.variant, outline } } };
}

/** Adds the border to the slot that is the field. */
export function withSlotEdge<R>(recipe: R, slot: string): R {
  const { variants } = recipe as Recipe;
  const parts = (variants?.variant?.outline ?? {}) as Record<string, object>;
  const outline = { ...parts, [slot]: { ...parts[slot], ...EDGE } };
  return { ...recipe, variants: { ...variants, variant: { ...variants?.variant, outline } } };
}
