/** Fields get an edge of 3:1 (WCAG 1.4.11); the one that the component library gives them is decoration. */
const EDGE = { borderColor: 'border.emphasized' };

interface Recipe {
  variants?: { variant?: { outline?: object } };
}

/** A recipe whose outline variant has the edge. */
export function withFieldEdge<R>(recipe: R): R {
  // The library's own types leave out what all of its field recipes have.
  const { variants } = recipe as Recipe;
  const outline = { ...variants?.variant?.outline, ...EDGE };
  return { ...recipe, variants: { ...variants, variant: { ...variants?.variant, outline } } };
}

/** The same for the part of a recipe that is the field. */
export function withSlotEdge<R>(recipe: R, slot: string): R {
  const { variants } = recipe as Recipe;
  const parts = (variants?.variant?.outline ?? {}) as Record<string, object>;
  const outline = { ...parts, [slot]: { ...parts[slot], ...EDGE } };
  return { ...recipe, variants: { ...variants, variant: { ...variants?.variant, outline } } };
}
