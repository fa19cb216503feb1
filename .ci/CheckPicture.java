import java.io.File;
import java.util.HashSet;
import javax.imageio.ImageIO;

/** Fails unless a file is a PNG of the expected size with something in it. */
public class CheckPicture {
    public static void main(String[] arguments) throws Exception {
        var image = ImageIO.read(new File(arguments[0]));
        int width = Integer.parseInt(arguments[1]);
        int height = Integer.parseInt(arguments[2]);
        if (image == null || image.getWidth() != width || image.getHeight() != height) {
            throw new AssertionError(arguments[0] + " is not a picture of " + width + "x" + height);
        }
        var colors = new HashSet<Integer>();
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                colors.add(image.getRGB(x, y));
            }
        }
        if (colors.size() < 500) {
            throw new AssertionError(arguments[0] + " has only " + colors.size() + " colours");
        }
        System.out.println("picture: " + colors.size() + " colours, as it should be");
    }
}
