package dev.azulejo.bench.looks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

import javax.imageio.ImageIO;

/**
 * Compares the pictures of a folder that {@link LooksPictures} and three.js have made, and writes a
 * page with all of them, the most different first. Argument: the folder. Prints a Markdown table.
 */
public final class LooksPage {
    /** What a pair of pictures has in common. */
    private record Pair(String name, boolean chart, double mean, double drawn, String note) {}

    private LooksPage() {}

    /** Compares. */
    public static void main(String[] arguments) throws IOException {
        var out = Path.of(arguments[0]);
        var pairs = new ArrayList<Pair>();
        for (var job : new ObjectMapper().readTree(out.resolve("jobs.json").toFile())) {
            pairs.add(compare(job, out));
        }
        pairs.sort(Comparator.comparingDouble(Pair::mean).reversed());
        Files.writeString(out.resolve("index.html"), page(pairs));
        System.out.println("| picture | mean FLIP | where something is drawn | |");
        System.out.println("| --- | --- | --- | --- |");
        for (var pair : pairs) {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.3f | %.3f | %s |%n",
                    pair.name,
                    pair.mean,
                    pair.drawn,
                    pair.note);
        }
        for (boolean chart : new boolean[] {true, false}) {
            double mean =
                    pairs.stream()
                            .filter(pair -> pair.chart == chart && pair.mean <= 1)
                            .mapToDouble(Pair::mean)
                            .average()
                            .orElse(0);
            System.out.printf(
                    Locale.ROOT, "%nMean of all %s: %.3f%n", chart ? "charts" : "models", mean);
        }
    }

    private static Pair compare(JsonNode job, Path out) throws IOException {
        var name = job.get("name").asText();
        boolean chart = job.get("chart").asBoolean();
        var ours = out.resolve(name + ".azulejo.png");
        var theirs = out.resolve(name + ".three.png");
        if (job.has("refused") || !Files.exists(theirs)) {
            // Listed first, whatever other pictures are
            String note =
                    job.has("refused")
                            ? "refused: " + job.get("refused").asText()
                            : "three.js has no picture";
            return new Pair(name, chart, 2, 2, note);
        }
        var first = ImageIO.read(theirs.toFile());
        var second = ImageIO.read(ours.toFile());
        int width = first.getWidth();
        int[] reference = pixels(first);
        int[] test = pixels(second);
        float[] flip = Flip.compare(reference, test, width);
        var map = new BufferedImage(width, first.getHeight(), BufferedImage.TYPE_INT_RGB);
        double sum = 0;
        double drawnSum = 0;
        int drawn = 0;
        for (int i = 0; i < flip.length; i++) {
            sum += flip[i];
            // The first pixel is background
            if (reference[i] != reference[0] || test[i] != test[0]) {
                drawnSum += flip[i];
                drawn++;
            }
            map.setRGB(i % width, i / width, heat(flip[i]));
        }
        ImageIO.write(map, "png", out.resolve(name + ".flip.png").toFile());
        var warnings = new ArrayList<String>();
        job.path("warnings").forEach(warning -> warnings.add(warning.asText()));
        return new Pair(
                name, chart, sum / flip.length, drawnSum / Math.max(drawn, 1), note(warnings));
    }

    private static String note(List<String> warnings) {
        return warnings.isEmpty()
                ? ""
                : "%d warnings, first: %s".formatted(warnings.size(), warnings.getFirst());
    }

    private static int[] pixels(BufferedImage image) {
        int width = image.getWidth();
        int[] rgb = image.getRGB(0, 0, width, image.getHeight(), null, 0, width);
        for (int i = 0; i < rgb.length; i++) {
            rgb[i] = rgb[i] >> 16 & 255 | rgb[i] & 0xFF00 | (rgb[i] & 255) << 16;
        }
        return rgb;
    }

    /** Black, then red, yellow, white. */
    private static int heat(float value) {
        int red = (int) (255 * Math.min(1, 2.5f * value));
        int green = (int) (255 * Math.clamp(2.5f * value - 0.8f, 0, 1));
        int blue = (int) (255 * Math.clamp(2.5f * value - 1.6f, 0, 1));
        return red << 16 | green << 8 | blue;
    }

    private static String page(List<Pair> pairs) {
        var page = new StringBuilder();
        page.append(
                """
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8"><title>Looks</title>
                <style>
                body { font: 15px/1.4 system-ui, sans-serif; margin: 1.5em; }
                figure { margin: 0 0 2em; }
                figure div { display: grid; grid-template-columns: repeat(3, minmax(0, 384px)); gap: 6px; }
                img { width: 100%; }
                </style></head><body>
                <h1>Azulejo, three.js, and how far apart a viewer finds them (FLIP)</h1>
                """);
        for (var pair : pairs) {
            page.append(
                    """
                    <figure><figcaption><b>%1$s</b> mean %2$.3f, where something is drawn %3$.3f %4$s</figcaption>
                    <div><img src="%1$s.azulejo.png" alt="Azulejo"><img src="%1$s.three.png" alt="three.js"><img src="%1$s.flip.png" alt="difference"></div></figure>
                    """
                            .formatted(
                                    escape(pair.name), pair.mean, pair.drawn, escape(pair.note)));
        }
        return page.append("</body></html>\n").toString();
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
