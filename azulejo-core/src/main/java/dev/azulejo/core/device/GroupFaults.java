package dev.azulejo.core.device;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What shall befall the GPUs of a group, for tests and demonstrations. None of it changes a byte of
 * a picture that comes out.
 *
 * @param slow which are slower than they could be
 * @param deaths which are lost, and when
 */
public record GroupFaults(List<Slow> slow, List<Death> deaths) {
    /** Nothing befalls anybody. */
    public static final GroupFaults NONE = new GroupFaults(List.of(), List.of());

    /** Largest factor of a slow GPU. */
    public static final int MOST_FACTOR = 1000;

    private static final Pattern SLOW = Pattern.compile("slow:(\\d{1,2})x(\\d{1,4})");
    private static final Pattern DEAD =
            Pattern.compile(
                    "(dead|hang):(\\d{1,2})@(\\d{1,6})(?::(pretest|chunk|tile)=(\\d{1,6}))?");

    /** What a GPU takes on, one after the other. */
    public enum Work {
        /** A piece to pretest. */
        PRETEST,
        /** A chunk of geometry, or to leave it out. */
        CHUNK,
        /** A tile. */
        TILE
    }

    /**
     * A GPU takes longer over everything.
     *
     * @param gpu which
     * @param factor how many times as long, 2..{@value #MOST_FACTOR}
     */
    public record Slow(int gpu, int factor) {
        /** Checks the range. */
        public Slow {
            if (factor < 2 || factor > MOST_FACTOR) {
                throw new IllegalArgumentException(
                        "slow: factor %d is not in 2..%d".formatted(factor, MOST_FACTOR));
            }
        }
    }

    /**
     * A GPU is lost: before it takes something on, or the first thing in any later frame. It says
     * so; or it hangs there, and is lost when nobody waits for it any longer.
     *
     * @param gpu which
     * @param frame in which frame, from 1
     * @param work of what kind of thing
     * @param done how many of these it has taken on in the frame before that
     * @param end whether anybody hears of it
     */
    public record Death(int gpu, int frame, Work work, int done, End end) {
        /** How a GPU is lost. */
        public enum End {
            /** It says so. */
            TOLD,
            /** It hangs, and is lost when nobody waits for it any longer. */
            HANGS
        }

        /** It says so. */
        public Death(int gpu, int frame, Work work, int done) {
            this(gpu, frame, work, done, End.TOLD);
        }

        /** Checks the range. */
        public Death {
            String how = end == End.HANGS ? "hang" : "dead";
            if (frame < 1) {
                throw new IllegalArgumentException(
                        "%s: frame %d is not 1 or more".formatted(how, frame));
            }
            if (done < 0) {
                throw new IllegalArgumentException(
                        "%s: %d things taken on before are not 0 or more".formatted(how, done));
            }
        }
    }

    /** Keeps copies. */
    public GroupFaults {
        slow = List.copyOf(slow);
        deaths = List.copyOf(deaths);
    }

    /**
     * Reads {@code slow:1x10,dead:2@3}, or {@code dead:2@3:tile=4}: GPU 1 takes ten times as long;
     * GPU 2 is lost in frame 3, before it takes on its first tile, or the one after four. {@code
     * chunk=} and {@code pretest=} likewise; and {@code hang:} in place of {@code dead:}.
     *
     * @throws IllegalArgumentException if that is not what it says
     */
    public static GroupFaults parse(String text) {
        var slow = new ArrayList<Slow>();
        var deaths = new ArrayList<Death>();
        for (String part : text.split(",", -1)) {
            var slower = SLOW.matcher(part);
            var dead = DEAD.matcher(part);
            if (slower.matches()) {
                slow.add(new Slow(number(slower.group(1)), number(slower.group(2))));
            } else if (dead.matches()) {
                var work = dead.group(4) == null ? Work.TILE : work(dead.group(4));
                int done = dead.group(5) == null ? 0 : number(dead.group(5));
                var end = dead.group(1).equals("hang") ? Death.End.HANGS : Death.End.TOLD;
                int gpu = number(dead.group(2));
                deaths.add(new Death(gpu, number(dead.group(3)), work, done, end));
            } else {
                throw new IllegalArgumentException(
                        "'%s': slow:GPUxFACTOR, dead:GPU@FRAME, dead:GPU@FRAME:tile=N or hang:… expected"
                                .formatted(part));
            }
        }
        return new GroupFaults(slow, deaths);
    }

    /** Whether somebody hangs. */
    public boolean hang() {
        return deaths.stream().anyMatch(death -> death.end == Death.End.HANGS);
    }

    private static int number(String digits) {
        return Integer.parseInt(digits);
    }

    private static Work work(String name) {
        return switch (name) {
            case "pretest" -> Work.PRETEST;
            case "chunk" -> Work.CHUNK;
            default -> Work.TILE;
        };
    }

    /**
     * Checks that all are GPUs of a group.
     *
     * @throws IllegalArgumentException which is not
     */
    public void check(int gpus) {
        slow.forEach(each -> check(each.gpu, gpus));
        deaths.forEach(each -> check(each.gpu, gpus));
    }

    private static void check(int gpu, int gpus) {
        if (gpu < 0 || gpu >= gpus) {
            throw new IllegalArgumentException(
                    "faults: GPU %d is not in 0..%d".formatted(gpu, gpus - 1));
        }
    }
}
