package dev.azulejo.examples.thumbnails;

import dev.azulejo.scene.image.PictureFormat;
import dev.azulejo.scene.service.RenderRequest;
import dev.azulejo.scene.service.Viewpoint;

import io.vertx.core.MultiMap;

/**
 * What a client wants, as the query of its URI says: {@code size=256x256}, {@code format=png} or
 * {@code jpg}, {@code azimuth=35} and {@code elevation=18} in degrees. Each may be left out.
 *
 * @param request the picture
 * @param format the kind of file
 */
record Wanted(RenderRequest request, PictureFormat format) {
    /**
     * Reads a query.
     *
     * @throws IllegalArgumentException if something in it makes no sense; the message is for the
     *     client
     */
    static Wanted of(MultiMap query, ServerOptions options) {
        String size = query.contains("size") ? query.get("size") : "256x256";
        if (!size.matches("[1-9]\\d{0,4}x[1-9]\\d{0,4}")) {
            throw new IllegalArgumentException("size: WIDTHxHEIGHT expected");
        }
        int width = Integer.parseInt(size.substring(0, size.indexOf('x')));
        int height = Integer.parseInt(size.substring(size.indexOf('x') + 1));
        if (Math.max(width, height) > options.maxSide()) {
            throw new IllegalArgumentException(
                    "size: at most %d pixels a side expected".formatted(options.maxSide()));
        }
        var request = RenderRequest.of(width, height).withDeadline(options.deadline());
        if (query.contains("azimuth") || query.contains("elevation")) {
            double azimuth = number(query, "azimuth", 35);
            double elevation = number(query, "elevation", 18);
            request = request.withViewpoint(Viewpoint.orbit(azimuth, elevation));
        }
        return new Wanted(request, format(query.contains("format") ? query.get("format") : "png"));
    }

    private static PictureFormat format(String name) {
        return switch (name) {
            case "png" -> PictureFormat.PNG;
            case "jpg", "jpeg" -> PictureFormat.JPEG;
            default -> throw new IllegalArgumentException("format: png or jpg expected");
        };
    }

    private static double number(MultiMap query, String name, double otherwise) {
        String value = query.get(name);
        try {
            return value == null ? otherwise : Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + ": a number expected", e);
        }
    }

    String mediaType() {
        return format == PictureFormat.PNG ? "image/png" : "image/jpeg";
    }
}
