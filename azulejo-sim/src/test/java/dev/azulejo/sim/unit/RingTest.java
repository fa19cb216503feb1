package dev.azulejo.sim.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.sim.engine.EventQueue;

import org.junit.jupiter.api.Test;

import java.util.Random;

/**
 * Four modules of a package in a ring, each with memory of its own, addresses spread evenly, half
 * of what is asked for found in the cache before the memory it belongs to: what the links must
 * carry has a closed form (MCM-GPU, 3.3.1). Each memory gives b, so with its cache 2b; three
 * quarters of that go to others, over 4/3 hops in the mean: 2b over each pair of neighbours, 4b
 * over the two links of a module.
 *
 * <p>Published are losses of 12, 40 and 57 % with links of 2b, b and b/2, of programs that are
 * bound by memory. Bound by it all of the time they would lose 50, 75 and 87.5 %: see {@link
 * #narrowerLinksLoseInProportion}. What follows from the figures:
 *
 * <ul>
 *   <li>They cannot be those of one program, nor of a sum of running times. Of fixed work each part
 *       takes max(c, d / link) or c + d / link, whatever it waits for; both are convex in 1 / link,
 *       and so are sums of them. Times that follow from the losses, 1.14, 1.67 and 2.33 at 4b /
 *       link = 2, 4 and 8, rise by 0.27 and then by 0.16 for each 1: they are not convex.
 *   <li>They can be the mean of the speeds of programs of which each has one need, u: links of u 4b
 *       would let it run at full speed. Its speed is then min(1, link / (u 4b)), and the mean rises
 *       with link by the sum of w / u over those that are still held back. With needs of 1, 1/2,
 *       1/4 and 1/8 the slopes between the published points give the weights w: 24, 44, 6 and 26 %.
 *       They are all above 0 and add up to 100 %, which nothing forces them to: a quarter of the
 *       programs saturates the links, two thirds need no more than 2b, and the last quarter, which
 *       loses nothing until links are below b/2, is hardly bound by memory.
 * </ul>
 */
class RingTest {
    private static final int MODULES = 4;
    private static final int UNDER_WAY = 4000;
    private static final int REQUESTS = 60_000;
    private static final int LINE = 128;
    private static final double MODULE = 768;

    /** Links of a module, in times of its memory, and what is lost with them as published. */
    private static final double[] LINKS = {2, 1, 0.5};

    private static final double[] PUBLISHED = {0.12, 0.40, 0.57};

    /** What programs need, in parts of links of 4b, and how many of a hundred there are of each. */
    private static final double[] NEEDS = {1, 0.5, 0.25, 0.125};

    private static final int[] PROGRAMS = {24, 44, 6, 26};

    /** Modules that read at random, as fast as lines come. */
    private static final class Ring {
        final EventQueue clock = new EventQueue();
        final Channel[] memories = new Channel[MODULES];

        /** From each module to the next, and to the one before. */
        final Channel[][] links = new Channel[MODULES][2];

        final Random random = new Random(1);

        /** What a module has to compute before it asks for a line. */
        final Channel[] programs = new Channel[MODULES];

        final int hop;
        final int computed;
        int asked;
        int came;

        Ring(double linksOfModule) {
            this(linksOfModule, 100);
        }

        /** One whose programs need no more than a part of links of 4b. */
        Ring(double linksOfModule, double need) {
            hop = clock.register(this::hop);
            computed = clock.register(this::computed);
            for (int m = 0; m < MODULES; m++) {
                programs[m] = channel("Program[%d]".formatted(m), need * 2 * MODULE);
                memories[m] = channel("Memory[%d]".formatted(m), MODULE);
                for (int way = 0; way < 2; way++) {
                    // A module has two links, each of two directions.
                    links[m][way] = channel("Link[%d]".formatted(m), linksOfModule / 4);
                }
            }
        }

        private Channel channel(String name, double bytesPerCycle) {
            var account = new Account(clock, name, UnitWatch.NONE);
            return new Channel(account, clock, bytesPerCycle, 32);
        }

        double bytesPerCycle() {
            for (int m = 0; m < MODULES; m++) {
                for (int i = 0; i < UNDER_WAY; i++) {
                    ask(m);
                }
            }
            clock.run();
            assertThat(came).isEqualTo(REQUESTS * MODULES);
            return (double) came * LINE / clock.now() / MODULES;
        }

        private void ask(int reader) {
            if (asked == REQUESTS * MODULES) {
                return;
            }
            asked++;
            int owner = random.nextInt(MODULES);
            int distance = (reader - owner + MODULES) % MODULES;
            int way = distance == 3 || distance == 2 && random.nextBoolean() ? 1 : 0;
            int argument = reader << 8 | way << 4 | owner;
            programs[reader].send(LINE, computed, argument);
        }

        private void computed(int argument) {
            boolean cached = random.nextBoolean();
            memories[argument & 15].send(cached ? 0 : LINE, hop, argument);
        }

        /** A line is at a module: it goes on, or it has come. */
        private void hop(int argument) {
            int at = argument & 15;
            int way = argument >> 4 & 15;
            int reader = argument >> 8;
            if (at == reader) {
                came++;
                ask(reader);
                return;
            }
            int next = (at + (way == 0 ? 1 : MODULES - 1)) % MODULES;
            links[at][way].send(LINE, hop, reader << 8 | way << 4 | next);
        }
    }

    @Test
    void linksOfFourTimesTheModulesMemorySaturateIt() {
        double ample = new Ring(100 * MODULE).bytesPerCycle();
        assertThat(ample / (2 * MODULE)).isCloseTo(1, within(0.06));
        double enough = new Ring(4.4 * MODULE).bytesPerCycle();
        assertThat(enough / ample).isCloseTo(1, within(0.04));
    }

    /**
     * Below that throughput falls with the links: bound by memory all of the time, half as much
     * link is half as fast. Published losses are smaller.
     */
    @Test
    void narrowerLinksLoseInProportion() {
        double ample = new Ring(100 * MODULE).bytesPerCycle();
        for (int i = 0; i < LINKS.length; i++) {
            double loss = 1 - new Ring(LINKS[i] * MODULE).bytesPerCycle() / ample;
            assertThat(loss).isCloseTo(1 - LINKS[i] / 4, within(0.04));
            assertThat(loss).isGreaterThan(PUBLISHED[i]);
        }
    }

    /** The mean speed of programs, some of which need little, falls as published. */
    @Test
    void programsOfUnequalNeedsLoseAsPublished() {
        for (int i = 0; i < LINKS.length; i++) {
            double speed = 0;
            for (int p = 0; p < NEEDS.length; p++) {
                double ample = new Ring(100 * MODULE, NEEDS[p]).bytesPerCycle();
                double narrow = new Ring(LINKS[i] * MODULE, NEEDS[p]).bytesPerCycle();
                speed += narrow / ample * PROGRAMS[p] / 100;
            }
            assertThat(1 - speed).isCloseTo(PUBLISHED[i], within(0.03));
        }
    }

    /**
     * No program alone does: its time rises ever faster with 1 / link, the published one slower.
     */
    @Test
    void noProgramAloneLosesAsPublished() {
        for (double need : new double[] {1, 0.6, 0.4}) {
            double ample = new Ring(100 * MODULE, need).bytesPerCycle();
            var times = new double[LINKS.length];
            for (int i = 0; i < LINKS.length; i++) {
                times[i] = ample / new Ring(LINKS[i] * MODULE, need).bytesPerCycle();
            }
            // 4b / link is 2, 4 and 8.
            double before = (times[1] - times[0]) / 2;
            assertThat((times[2] - times[1]) / 4).isGreaterThan(before * 0.95);
        }
        double first = 1 / (1 - PUBLISHED[0]);
        double second = 1 / (1 - PUBLISHED[1]);
        double third = 1 / (1 - PUBLISHED[2]);
        assertThat((third - second) / 4).isLessThan((second - first) / 2 * 0.7);
    }
}
