import sharp from 'sharp';

// What every picture is read by, whoever reads it: libvips brings more decoders, SVG among them, and all of them read what
// strangers send.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`),
});
