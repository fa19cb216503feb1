package dev.azulejo.cli;

import dev.azulejo.core.resource.RenderTarget;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A picture size on the command line, WIDTHxHEIGHT. */
record Size(int width, int height) {
    /** As it is read; what a record generates takes longer at a start. */
    @Override
    public String toString() {
        return width + "x" + height;
    }

    /** Reads WIDTHxHEIGHT. */
    static final class Converter implements ITypeConverter<Size> {
        @Override
        public Size convert(String value) {
            if (value.matches("\\d{1,5}x\\d{1,5}")) {
                int x = value.indexOf('x');
                int width = Integer.parseInt(value.substring(0, x));
                int height = Integer.parseInt(value.substring(x + 1));
                int most = RenderTarget.MAX_SIDE;
                if (width >= 1 && height >= 1 && width <= most && height <= most) {
                    return new Size(width, height);
                }
            }
            throw new TypeConversionException(
                    "'%s' is not WIDTHxHEIGHT with sides in 1..%d, such as 1920x1080"
                            .formatted(value, RenderTarget.MAX_SIDE));
        }
    }
}
