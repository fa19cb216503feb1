import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;

import javax.imageio.ImageIO;

/**
 * Fails unless a file is a PNG of the expected size that shows something.
 *
 * <p>Arguments: the file, and its size as {@code WIDTHxHEIGHT}. Any Java from 17 runs it.
 */
public final class CheckPicture {
    /** Distinct colours below which a shaded picture cannot be right. */
    private static final int FEWEST_COLOURS = 500;

    private CheckPicture() {}

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        byte[] signature = HexFormat.of().parseHex("89504e470d0a1a0a");
        byte[] content = Files.readAllBytes(file);
        if (content.length < signature.length
                || !Arrays.equals(content, 0, signature.length, signature, 0, signature.length)) {
            throw new IOException(file + ": not a PNG file");
        }
        BufferedImage image = ImageIO.read(file.toFile());
        if (image == null) {
            throw new IOException(file + ": a PNG file that cannot be read");
        }
        String size = image.getWidth() + "x" + image.getHeight();
        if (!size.equals(arguments[1])) {
            throw new IOException(file + ": " + size + ", expected " + arguments[1]);
        }
        var colours = new HashSet<Integer>();
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                colours.add(image.getRGB(x, y));
            }
        }
        if (colours.size() < FEWEST_COLOURS) {
            throw new IOException(file + ": only " + colours.size() + " colours");
        }
        System.out.println(file + ": " + size + ", " + colours.size() + " colours");
    }
}
