import { Box, Carousel, chakra, Flex, IconButton, useCarouselContext } from '@chakra-ui/react';
import { carouselSlotRecipe } from '@chakra-ui/react/theme';
import type { Listing } from '@selvedge/shared/items/listings';
import { imageSrcSet, imageVariant, PHOTO_SIZES } from '@selvedge/shared/platform/pictures';
import { type MouseEvent, Suspense, useRef, useState } from 'react';
import { placeholderColor } from '../../lib/image.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { Icon } from '../../ui/icon.tsx';
import { registerRecipes } from '../../ui/theme/system.ts';
import { ProofTab } from '../proof/proof-tab.tsx';
import { type Slide, slidesOf } from './slides.ts';

registerRecipes({ slotRecipes: { carousel: carouselSlotRecipe } });

const PhotoViewer = lazyChunk(() => import('../../ui/photo-viewer.tsx'));

/** A press that moves further than this, in pixels, is a swipe. */
const CLICK_PX = 5;

function Thumbnails({ slides, mayLoad }: { slides: readonly Slide[]; mayLoad: boolean }) {
  const { page } = useCarouselContext();
  return (
    <Carousel.IndicatorGroup asChild>
      <Flex
        direction={{ base: 'row', lg: 'column' }}
        justify="flex-start"
        gap="2"
        flexShrink={0}
        w={{ lg: '72px' }}
        overflowX="auto"
        p="1"
        m="-1"
      >
        {slides.map(({ url }, i) => (
          <Carousel.Indicator key={url} index={i} asChild>
            <chakra.button
              type="button"
              w={{ base: '14', lg: 'full' }}
              h="auto"
              flexShrink={0}
              aspectRatio="3/4"
              bg="bg.muted"
              borderRadius="l1"
              overflow="hidden"
              cursor="pointer"
              opacity={page === i ? 1 : 0.62}
              _hover={{ opacity: 1 }}
              css={{ '&[data-current]': { boxShadow: '0 2px 0 0 var(--s-colors-thread-600)' } }}
              focusVisibleRing="outside"
            >
              {mayLoad ? (
                <chakra.img src={imageVariant(url, 320)} alt="" w="full" h="full" objectFit="cover" />
              ) : null}
            </chakra.button>
          </Carousel.Indicator>
        ))}
      </Flex>
    </Carousel.IndicatorGroup>
  );
}

/** At the end the arrow is `aria-disabled` but focusable: a disabled button would lose the focus. */
function Arrow({ to }: { to: 'previous' | 'next' }) {
  const carousel = useCarouselContext();
  const isNext = to === 'next';
  const canGo = isNext ? carousel.canScrollNext : carousel.canScrollPrev;
  const go = () => (isNext ? carousel.scrollNext() : carousel.scrollPrev());
  return (
    <IconButton
      aria-label={isNext ? 'Next photo' : 'Previous photo'}
      aria-disabled={!canGo || undefined}
      onClick={() => canGo && go()}
      position="absolute"
      left={isNext ? undefined : '3'}
      right={isNext ? '3' : undefined}
      top="50%"
      translate="0 -50%"
      size="sm"
      bg="bg"
      color="fg"
      borderRadius="full"
      shadow="md"
      _hover={{ bg: 'bg.subtle' }}
      css={{ '&[aria-disabled]': { opacity: 0.45 } }}
    >
      <Icon name={isNext ? 'right' : 'left'} />
    </IconButton>
  );
}

interface PhotoProps {
  slide: Slide;
  index: number;
  isSold: boolean;
  /** Whether it may start loading. */
  mayLoad: boolean;
  /** The photo has loaded or failed. */
  onSettled(): void;
}

function Photo({
  slide: { url, alt, placeholder, provenAt },
  index,
  isSold,
  mayLoad,
  onSettled,
}: PhotoProps) {
  const { page } = useCarouselContext();
  return (
    <Box
      position="relative"
      aspectRatio="3/4"
      bg="bg.muted"
      style={isSold ? undefined : { backgroundColor: placeholderColor(placeholder) }}
    >
      <chakra.img
        {...((mayLoad || page === index) && {
          src: imageVariant(url, 1080),
          srcSet: imageSrcSet(url),
          sizes: PHOTO_SIZES,
        })}
        alt={alt}
        width={900}
        height={1200}
        loading={index === 0 ? 'eager' : 'lazy'}
        fetchPriority={index === 0 ? 'high' : 'auto'}
        onLoad={onSettled}
        onError={onSettled}
        draggable={false}
        w="full"
        h="full"
        objectFit="cover"
        {...(isSold && { filter: 'grayscale(.65)', opacity: 0.55 })}
      />
      {isSold ? <span className="tab sold on-photo">Sold</span> : null}
      {provenAt ? <ProofTab at={provenAt} /> : null}
    </Box>
  );
}

function EnlargeButton({ onEnlarge }: { onEnlarge: (index: number) => void }) {
  const { page } = useCarouselContext();
  return (
    <IconButton
      aria-label="View full screen"
      onClick={() => onEnlarge(page)}
      position="absolute"
      right="3"
      top="3"
      size="sm"
      bg="bg"
      color="fg"
      borderRadius="full"
      shadow="md"
      _hover={{ bg: 'bg.subtle' }}
    >
      <Icon name="expand" size={18} />
    </IconButton>
  );
}

/**
 * A listing's photos, browsed by touch, mouse, arrows, thumbnails or keyboard; a click opens them full
 * screen.
 */
export function Gallery({ listing }: { listing: Listing }) {
  const slides = slidesOf(listing);
  const count = slides.length;
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const pressedAt = useRef(0);
  // The visible photo loads first; the others would compete for bandwidth.
  const [mayLoadOthers, setMayLoadOthers] = useState(false);
  if (count === 0) {
    return (
      <Flex
        aspectRatio="3/4"
        bg="bg.muted"
        color="fg.muted"
        align="center"
        justify="center"
        borderRadius="l1"
      >
        No images available
      </Flex>
    );
  }
  return (
    <>
      <Carousel.Root
        slideCount={count}
        allowMouseDrag
        aria-label={`Photos of ${listing.title}`}
        position="relative"
        gap="3"
        css={{ flexDirection: 'column-reverse', '@media (min-width:1024px)': { flexDirection: 'row' } }}
      >
        {count > 1 ? <Thumbnails slides={slides} mayLoad={mayLoadOthers} /> : null}
        <Box position="relative" flex="1" minW="0">
          <Carousel.ItemGroup borderRadius="l1">
            {slides.map((slide, i) => (
              <Carousel.Item
                key={slide.url}
                index={i}
                cursor="zoom-in"
                onPointerDown={({ clientX }) => {
                  pressedAt.current = clientX;
                }}
                onClick={({ clientX }: MouseEvent) => {
                  if (Math.abs(clientX - pressedAt.current) <= CLICK_PX) setEnlarged(i);
                }}
              >
                <Photo
                  slide={slide}
                  index={i}
                  isSold={listing.isSold}
                  mayLoad={i === 0 || mayLoadOthers}
                  onSettled={() => setMayLoadOthers(true)}
                />
              </Carousel.Item>
            ))}
          </Carousel.ItemGroup>
          <EnlargeButton onEnlarge={setEnlarged} />
          {count > 1 ? (
            <>
              <Arrow to="previous" />
              <Arrow to="next" />
              <Carousel.ProgressText
                position="absolute"
                right="3"
                bottom="3"
                px="2"
                py="1"
                bg="black/70"
                color="white"
                textStyle="xs"
                borderRadius="l1"
              />
            </>
          ) : null}
        </Box>
      </Carousel.Root>
      {enlarged === null ? null : (
        <Suspense>
          <PhotoViewer
            label={`Photos of ${listing.title}`}
            photos={slides}
            first={enlarged}
            onClose={() => setEnlarged(null)}
          />
        </Suspense>
      )}
    </>
  );
}
