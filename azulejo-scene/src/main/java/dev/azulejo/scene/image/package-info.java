/**
 * Encoded pictures in, RGBA pixels out: PNG, JPEG, WebP and KTX2, the numbers of the file as they
 * are, without colour management.
 *
 * <p>{@link dev.azulejo.scene.image.ImageDecoder} looks at the first bytes, not at names or MIME
 * types. The size is read before pixels are decoded, so that a caller can refuse what is too large
 * before memory is taken. Whoever does not need all rows at a time takes them one by one ({@link
 * dev.azulejo.scene.image.TexelRows}). Input is hostile: whatever the bytes are, the outcome is an
 * image or an {@link dev.azulejo.scene.image.ImageFormatException}.
 *
 * <p>PNG is decoded here, from the specification (W3C PNG, third edition) and {@link
 * java.util.zip.Inflater}: the platform's reader applies colour profiles and gamma to some files.
 * JPEG goes to the platform's reader after its markers were checked and everything that could
 * change colours was taken out, or, if it has several scans and {@link
 * dev.azulejo.scene.image.JpegScans} finds them sound, to an older decoder of the platform's that
 * makes their pixels once ({@link dev.azulejo.scene.image.ManyScansDecoder}).
 *
 * <p>KTX2 ({@link dev.azulejo.scene.image.Ktx2Decoder}) may hold what Basis Universal or Zstandard
 * has compressed. Zstandard's frames ({@link dev.azulejo.scene.image.ZstdDecoder}) and ETC1S, the
 * smaller kind of Basis ({@link dev.azulejo.scene.image.Etc1sDecoder}), are decoded here, from
 * their specifications. The published decoder of the larger kind, UASTC, is a WebAssembly module,
 * which {@link dev.azulejo.scene.image.UastcDecoder} runs as Java classes.
 *
 * <p>The other way, {@link dev.azulejo.scene.image.PictureFormat} names what a picture is written
 * as: PNG by {@link dev.azulejo.scene.image.PngEncoder}, strips of rows in parallel ({@link
 * dev.azulejo.scene.image.PngRows}: of {@link dev.azulejo.scene.image.PngPixels} with 8 bits a
 * channel or {@link dev.azulejo.scene.image.PngSamples} with 16, as {@link
 * dev.azulejo.scene.image.DeepColor} makes them of linear colours), whose colours {@link
 * dev.azulejo.scene.image.StraightAlpha} divides by alpha, JPEG by the platform's writer, or the
 * pixels as they are. Sequences go through an {@link dev.azulejo.scene.image.AnimationEncoder}:
 * {@link dev.azulejo.scene.image.ApngEncoder} or, with the platform's writer, {@link
 * dev.azulejo.scene.image.GifEncoder}. The same pictures give the same bytes.
 */
package dev.azulejo.scene.image;
