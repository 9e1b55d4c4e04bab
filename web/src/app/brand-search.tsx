import { Box, chakra, createRecipeContext, type HTMLChakraProps, IconButton } from '@chakra-ui/react';
import { type FormEvent, Suspense, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { useCombobox } from '../ui/combobox.ts';
import { Icon } from '../ui/icon.tsx';

const SearchSuggestions = lazyChunk(() => import('../items/listings/search-suggestions.tsx'));

/** The parameters of the home page that search. */
const TERMS = ['brand', 'q'];

// Chakra's own Input shares a chunk with the dialogs' forms, which the first page should not load.
const Input = createRecipeContext({ key: 'input' }).withContext<HTMLInputElement, HTMLChakraProps<'input'>>(
  'input',
);

/**
 * The search field in the top bar. Enter searches WTBs on their page, and the brands of listings everywhere else, where it
 * also suggests.
 */
export function BrandSearch() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const isWanted = pathname.startsWith('/wtb');
  const key = isWanted ? 'q' : 'brand';
  const term = params.get(key) ?? (isWanted ? '' : (params.get('q') ?? ''));
  const [shown, setShown] = useState(term);
  const [text, setText] = useState(term);
  const field = useRef<HTMLInputElement>(null);
  const { field: combobox, list } = useCombobox();
  // Back and links change the term while the field is shown.
  if (shown !== term) {
    setShown(term);
    setText(term);
  }

  const search = (next: string, by = key) => {
    const path = isWanted ? '/wtb' : '/';
    // Keep that list's other filters.
    const query = new URLSearchParams(pathname === path ? params : undefined);
    for (const name of isWanted ? [key] : TERMS) query.delete(name);
    if (next !== '') query.set(by, next);
    void navigate(query.size === 0 ? path : `${path}?${query}`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    list.close();
    search(text.trim());
  };
  const clear = () => {
    setText('');
    search('');
    field.current?.focus();
  };
  const label = isWanted ? 'Search by title or brand' : 'Search by brand';
  return (
    <chakra.form
      role="search"
      aria-label={isWanted ? 'WTB search' : 'Listing search'}
      onSubmit={submit}
      position="relative"
      flex="1"
      maxW={{ md: '420px' }}
    >
      <Box position="absolute" left="3" top="3" color="fg.subtle" pointerEvents="none" zIndex="1">
        <Icon name="search" size={16} />
      </Box>
      <Input
        ref={field}
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={label}
        maxLength={50}
        value={text}
        {...(isWanted ? {} : combobox)}
        onChange={(event) => {
          setText(event.target.value);
          list.open();
        }}
        onBlur={list.close}
        h="10"
        ps="9"
        pe="9"
        bg="bg.muted"
        borderColor="transparent"
        fontSize={{ base: 'md', md: 'sm' }}
        css={{ '&::-webkit-search-cancel-button': { display: 'none' } }}
        _hover={{ borderColor: 'border.emphasized' }}
        _focusVisible={{ bg: 'bg', borderColor: 'focus' }}
      />
      {text ? (
        <IconButton
          type="button"
          aria-label="Clear search"
          variant="ghost"
          size="xs"
          position="absolute"
          right="1"
          top="1"
          onClick={clear}
        >
          <Icon name="x" size={16} />
        </IconButton>
      ) : null}
      {isWanted || !list.isOpen ? null : (
        <Suspense fallback={null}>
          <SearchSuggestions list={list} text={text} onSearch={(by, value) => search(value, by)} />
        </Suspense>
      )}
    </chakra.form>
  );
}
