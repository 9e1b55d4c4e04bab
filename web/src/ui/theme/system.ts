import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem } from '@chakra-ui/react/styled-system';
import {
  avatarSlotRecipe,
  badgeRecipe,
  buttonRecipe,
  headingRecipe,
  iconRecipe,
  inputRecipe,
  linkRecipe,
  spinnerRecipe,
} from '@chakra-ui/react/theme';
import { selvedgeTheme } from './tokens.ts';

// Fields get a visible border; the default one is too faint.
const fieldEdge = { variants: { variant: { outline: { borderColor: 'border.emphasized' } } } };

const BUTTON_REMS = { '2xs': 1.5, xs: 2, sm: 2.25, md: 2.5, lg: 2.75, xl: 3, '2xl': 4 };
/** With large text, a label takes several lines, and icons, which do not grow, no extra room. */
const growingButton = {
  base: { whiteSpace: 'normal', maxW: 'full', overflowWrap: 'anywhere', py: '0.5' },
  variants: {
    size: Object.fromEntries(
      Object.entries(BUTTON_REMS).map(([size, rems]) => {
        const least = `min(${rems}rem, ${rems * 19}px)`;
        return [size, { h: 'auto', minH: least, minW: least }];
      }),
    ),
  },
};
/** The part of the component library that the first page needs; dialogs register the rest when they load. */
export const system = createSystem(
  defaultBaseConfig,
  {
    preflight: true,
    theme: {
      recipes: {
        badge: badgeRecipe,
        button: buttonRecipe,
        heading: headingRecipe,
        icon: iconRecipe,
        input: inputRecipe,
        link: linkRecipe,
        spinner: spinnerRecipe,
      },
      slotRecipes: { avatar: avatarSlotRecipe },
    },
  },
  selvedgeTheme,
  // Merged into the recipes above, although the types require complete recipes.
  { theme: { recipes: { button: growingButton, input: fieldEdge } } } as never,
);

interface Recipes {
  recipes?: Record<string, unknown>;
  slotRecipes?: Record<string, unknown>;
}

/**
 * Registers the recipes of a lazy chunk. The library looks a recipe up by its key at first use, so call this
 * before the chunk renders, at the top of its module.
 */
export function registerRecipes({ recipes, slotRecipes }: Recipes): void {
  const theme = system._config.theme as Recipes;
  Object.assign(theme.recipes ?? {}, recipes);
  Object.assign(theme.slotRecipes ?? {}, slotRecipes);
}
