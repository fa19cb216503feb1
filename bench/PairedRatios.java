import java.util.Arrays;
import java.util.Locale;

/**
 * What paired measurements of two versions say, each pair by its ratio, new / old: what a machine's
 * neighbours do to both is not in it. For the other programs here.
 */
final class PairedRatios {
    /** What the newer version may take, times what the older one takes. */
    private static final double LIMIT = 1.02;

    /** Whether the newer version is slower. */
    enum Verdict {
        /** It is not: what half of the pairs say is within the limit. */
        NO("<= " + LIMIT),
        /** It may be: half of the pairs say so, but more than a quarter does not. */
        OPEN("within the spread"),
        /** It is: so say three quarters of the pairs at least. */
        YES("SLOWER");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private final double[] ratios;

    /**
     * Takes the ratios.
     *
     * @param newOverOld one a pair, at least one
     */
    PairedRatios(double... newOverOld) {
        ratios = newOverOld;
    }

    double median() {
        return quantile(ratios, 0.5);
    }

    Verdict slower() {
        if (median() <= LIMIT) {
            return Verdict.NO;
        }
        return quantile(ratios, 0.25) <= LIMIT ? Verdict.OPEN : Verdict.YES;
    }

    /** Cells of a table: median, quartiles, extremes. */
    String cells() {
        return String.format(
                Locale.ROOT,
                "%.3f | %.3f – %.3f | %.3f – %.3f",
                median(),
                quantile(ratios, 0.25),
                quantile(ratios, 0.75),
                quantile(ratios, 0),
                quantile(ratios, 1));
    }

    /** The value that a part of all lies below, on a straight line between neighbours. */
    static double quantile(double[] values, double part) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double place = part * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
