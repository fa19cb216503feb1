package dev.azulejo.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.scene.render.RenderSettings;

import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import javax.imageio.ImageIO;

/**
 * The HTML page of a comparison of reuse: its table, a timeline, and the tiles of every frame
 * coloured by what decided them. One file that needs no other.
 */
final class ReusePage {
    private static final int MOST_PICTURES = 30;
    private static final int PICTURE_WIDTH = 960;

    /** A letter a decision, in their order. */
    private static final String LETTERS = "roghpmdexun";

    private final CompareCommand command;
    private final ObjectMapper mapper = new ObjectMapper();
    private final ObjectNode root = mapper.createObjectNode();
    private final ArrayNode pictures;
    private final int every;

    ReusePage(CompareCommand command, RenderSettings settings) {
        this.command = command;
        every = (command.frames + MOST_PICTURES - 1) / MOST_PICTURES;
        root.put("scene", command.name);
        root.put("width", settings.views() * settings.width());
        root.put("height", settings.height());
        root.put("samples", settings.samples());
        root.put("threads", command.device.options(Integer.MAX_VALUE).threads());
        root.put("every", every);
        pictures = root.putArray("pictures");
        var decisions = root.putArray("decisions");
        for (var decision : TileDecision.values()) {
            var entry = decisions.addObject();
            entry.put("letter", LETTERS.substring(decision.ordinal(), decision.ordinal() + 1));
            entry.put("text", decision.text());
            entry.put("kept", decision.kept());
            entry.put("color", "#%06x".formatted(TilePicture.color(decision)));
        }
    }

    /** Keeps a frame's picture. */
    void frame(int frame, RenderTarget target, int tileSize) {
        root.put("tile", tileSize);
        if (frame % every == 0) {
            pictures.add(jpeg(target));
        }
    }

    private static String jpeg(RenderTarget target) {
        int width = target.width();
        int height = target.height();
        var whole = new BufferedImage(width, height, BufferedImage.TYPE_INT_BGR);
        whole.setRGB(0, 0, width, height, argb(target.pixels()), 0, width);
        int to = Math.min(width, PICTURE_WIDTH);
        int high = Math.max(1, height * to / width);
        var small = new BufferedImage(to, high, BufferedImage.TYPE_INT_RGB);
        var graphics = small.createGraphics();
        graphics.setRenderingHint(
                RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.drawImage(whole, 0, 0, to, high, null);
        graphics.dispose();
        var out = new ByteArrayOutputStream();
        try {
            ImageIO.write(small, "jpg", out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(out.toByteArray());
    }

    private static int[] argb(int[] pixels) {
        int[] argb = new int[pixels.length];
        for (int i = 0; i < argb.length; i++) {
            int p = pixels[i];
            argb[i] = 0xff000000 | (p & 0xff) << 16 | p & 0xff00 | p >>> 16 & 0xff;
        }
        return argb;
    }

    /** Writes the page. */
    void write(
            List<List<String>> table,
            List<Measurement> rows,
            Map<String, ReuseTechnique.Player> players,
            double[] unchanged) {
        root.set("table", mapper.valueToTree(table));
        root.set("unchanged", mapper.valueToTree(unchanged));
        var settings = root.putArray("settings");
        for (var row : rows) {
            var setting = settings.addObject();
            setting.put("name", row.name());
            setting.set("ms", mapper.valueToTree(row.ms()));
            var tiles = setting.putArray("tiles");
            for (var decisions : players.get(row.name()).decisions()) {
                tiles.add(letters(decisions));
            }
        }
        WholeFile.write(
                "--page",
                command.page,
                out -> {
                    try (var in = ReusePage.class.getResourceAsStream("reuse-page.html")) {
                        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                        // A script element ends at its end tag, wherever that stands
                        String data = mapper.writeValueAsString(root).replace("</", "<\\/");
                        out.write(text.replace("\"DATA\"", data).getBytes(StandardCharsets.UTF_8));
                    }
                });
    }

    private static String letters(TileDecision[] decisions) {
        var text = new StringBuilder(decisions.length);
        Arrays.stream(decisions).forEach(d -> text.append(LETTERS.charAt(d.ordinal())));
        return text.toString();
    }
}
