package dev.azulejo.scene.image;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;

import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOInvalidTreeException;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * Writes an animated GIF with the platform's writer: each picture with a palette of its own, of 256
 * colours at most; what lets light through is laid over black. It is shown over and over. GIF
 * counts time in hundredths of a second, so that pictures of 30 a second stay for three or four of
 * them.
 */
public final class GifEncoder implements AnimationEncoder {
    private static final double TICKS = 100;

    private static final int LARGEST = 65_535;

    /** Shorter is shown as a tenth of a second by most programs. */
    private static final long SHORTEST = 2;

    private static final String FORMAT = "javax_imageio_gif_image_1.0";

    private final int width;
    private final int height;
    private final double fps;
    private final ImageWriter writer;
    private final MemoryCacheImageOutputStream stream;
    private int added;
    private long shown;

    /**
     * Prepares an animation.
     *
     * @param out where it goes; stays open
     * @param width pixels of each picture
     * @param height likewise
     * @param fps pictures a second, above 0; those beyond 50 are shown as if there were 50
     */
    public GifEncoder(OutputStream out, int width, int height, double fps) throws IOException {
        if (!(fps > 0)) {
            throw new IllegalArgumentException("GIF: fps=%s; above 0 expected".formatted(fps));
        }
        this.width = width;
        this.height = height;
        this.fps = fps;
        writer = ImageIO.getImageWritersByFormatName("gif").next();
        stream = new MemoryCacheImageOutputStream(out);
        writer.setOutput(stream);
        writer.prepareWriteSequence(null);
    }

    @Override
    public void add(int[] pixels) throws IOException {
        var image = StraightAlpha.solid(pixels, width, height);
        writer.writeToSequence(new IIOImage(image, null, metadata(image)), null);
        // Else all that was written stays in memory
        stream.flushBefore(stream.getStreamPosition());
        added++;
    }

    /** How long the picture stays, so that times of all add up to what they should. */
    private IIOMetadata metadata(BufferedImage image) throws IIOInvalidTreeException {
        var metadata = writer.getDefaultImageMetadata(new ImageTypeSpecifier(image), null);
        var root = (IIOMetadataNode) metadata.getAsTree(FORMAT);
        long until = Math.round((added + 1) * TICKS / fps);
        long ticks = Math.clamp(until - shown, SHORTEST, LARGEST);
        shown += ticks;
        var control = child(root, "GraphicControlExtension");
        control.setAttribute("disposalMethod", "none");
        control.setAttribute("userInputFlag", "FALSE");
        control.setAttribute("transparentColorFlag", "FALSE");
        control.setAttribute("delayTime", Long.toString(ticks));
        control.setAttribute("transparentColorIndex", "0");
        if (added == 0) {
            var loop = new IIOMetadataNode("ApplicationExtension");
            loop.setAttribute("applicationID", "NETSCAPE");
            loop.setAttribute("authenticationCode", "2.0");
            // Sub-block 1: so many times, 0 for without end
            loop.setUserObject(new byte[] {1, 0, 0});
            child(root, "ApplicationExtensions").appendChild(loop);
        }
        metadata.setFromTree(FORMAT, root);
        return metadata;
    }

    private static IIOMetadataNode child(IIOMetadataNode parent, String name) {
        var found = parent.getElementsByTagName(name);
        if (found.getLength() > 0) {
            return (IIOMetadataNode) found.item(0);
        }
        var made = new IIOMetadataNode(name);
        parent.appendChild(made);
        return made;
    }

    @Override
    public void finish() throws IOException {
        if (added == 0) {
            throw new IllegalStateException("GIF: no picture was added");
        }
        writer.endWriteSequence();
        stream.flush();
    }

    @Override
    public void close() throws IOException {
        writer.dispose();
        stream.close();
    }
}
