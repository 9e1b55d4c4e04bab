import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { type KeyboardEvent, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import type { CropArea } from './crop-circle.ts';
import 'react-easy-crop/react-easy-crop.css';
import './picture-cropper.css';

const ZOOM_MAX = 4;
/** Per key press. */
const ZOOM_STEP = 0.1;
const MOVE_STEP_PX = 8;
const HINT_ID = 'crop-hint';

interface PictureCropperProps {
  /** The picture's URL. */
  src: string;
  /** Initial area, after a failed upload; null starts at the center. */
  area: CropArea | null;
  onChange: (area: CropArea) => void;
}

/** Moves and zooms a picture under a circle, by mouse, touch or keyboard. */
export function PictureCropper({ src, area, onChange }: PictureCropperProps) {
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [start] = useState(area);
  const frame = useRef<HTMLDivElement>(null);
  const hasFocused = useRef(false);
  const zoomTo = (requested: number) => setZoom(Math.min(ZOOM_MAX, Math.max(1, requested)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') zoomTo(zoom + ZOOM_STEP);
    else if (event.key === '-') zoomTo(zoom - ZOOM_STEP);
    else return;
    event.preventDefault();
  };
  const changed = (_: unknown, changedArea: CropArea) => {
    onChange(changedArea);
    // The button that opened the file chooser is gone.
    if (!hasFocused.current) frame.current?.querySelector<HTMLElement>('.crop-area')?.focus();
    hasFocused.current = true;
  };
  return (
    <Flex direction="column" align="center" gap="4" w="full">
      <Box
        ref={frame}
        position="relative"
        w="full"
        maxW="280px"
        aspectRatio="1"
        overflow="hidden"
        borderRadius="l2"
        bg="bg.muted"
        onKeyDown={onKeyDown}
      >
        <Cropper
          image={src}
          aspect={1}
          cropShape="round"
          objectFit="cover"
          showGrid={false}
          maxZoom={ZOOM_MAX}
          keyboardStep={MOVE_STEP_PX}
          {...(start && { initialCroppedAreaPixels: start })}
          crop={position}
          zoom={zoom}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropAreaChange={changed}
          classes={{ cropAreaClassName: 'crop-area' }}
          cropperProps={{ role: 'application', 'aria-label': 'Your picture', 'aria-describedby': HINT_ID }}
          // The content security policy forbids a library's style elements.
          disableAutomaticStylesInjection
        />
      </Box>
      <Text id={HINT_ID} textStyle="sm" color="fg.muted">
        Drag to move the picture. On a keyboard, use the arrow keys to move it, and + and - to zoom.
      </Text>
      <Flex asChild align="center" gap="3" w="full" maxW="280px" textStyle="sm">
        <label>
          Zoom
          <chakra.input
            type="range"
            min={1}
            max={ZOOM_MAX}
            step={0.01}
            value={zoom}
            aria-valuetext={`${Math.round(zoom * 100)}%`}
            onChange={(event) => zoomTo(Number(event.target.value))}
            flex="1"
            accentColor={{ base: 'indigo.800', _dark: 'indigo.300' }}
            cursor="pointer"
          />
        </label>
      </Flex>
    </Flex>
  );
}
