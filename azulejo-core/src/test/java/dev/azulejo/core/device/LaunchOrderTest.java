package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.PatchFixture;
import dev.azulejo.core.PatchFixture.Patch;
import dev.azulejo.core.geometry.PatchGroup;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counts;

import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.Random;

/** Groups and chunks that wait for the arbiter: out as they came in, whatever comes between. */
class LaunchOrderTest {
    private final LaunchOrder order = new LaunchOrder();

    @Test
    void whatCameFirstIsFirst() {
        assertThat(order.isEmpty()).isTrue();
        var first = order.addGroup();
        order.addChunk(0);
        order.addChunk(5);
        var second = order.addGroup();
        assertThat(order.groupCount()).isEqualTo(2);
        assertThat(order.waitingGroups()).isEqualTo(2);
        assertThat(order.waitingChunks()).isEqualTo(2);
        assertThat(order.firstGroup()).isSameAs(first);
        order.removeFirst();
        assertThat(order.firstGroup()).isNull();
        assertThat(order.firstChunk()).isZero();
        order.removeFirst();
        assertThat(order.firstChunk()).isEqualTo(5);
        assertThat(order.waitingChunks()).isOne();
        order.removeFirst();
        assertThat(order.waitingGroups()).isOne();
        assertThat(order.waitingChunks()).isZero();
        assertThat(order.firstGroup()).isSameAs(second).isNotSameAs(first);
        assertThat(order.isEmpty()).isFalse();
        order.removeFirst();
        assertThat(order.isEmpty()).isTrue();
        assertThat(order.groupCount()).isEqualTo(2);
    }

    /** Against a queue, with more than there was room for, over several windows. */
    @Test
    void anyTurnsAreThoseOfAQueue() {
        var random = new Random(9);
        for (int window = 0; window < 5; window++) {
            var queue = new ArrayDeque<Object>();
            int groups = 0;
            for (int step = 0; step < 900; step++) {
                int turn = random.nextInt(5);
                if (turn < 2) {
                    queue.add(order.addGroup());
                    groups++;
                } else if (turn == 2) {
                    queue.add(step);
                    order.addChunk(step);
                } else if (!queue.isEmpty() && step > 300) {
                    var expected = queue.remove();
                    if (expected instanceof PatchGroup) {
                        assertThat(order.firstGroup()).isSameAs(expected);
                    } else {
                        assertThat(order.firstGroup()).isNull();
                        assertThat(order.firstChunk()).isEqualTo(expected);
                    }
                    order.removeFirst();
                }
                assertThat(order.isEmpty()).isEqualTo(queue.isEmpty());
                long waiting = queue.stream().filter(each -> each instanceof PatchGroup).count();
                assertThat(order.waitingGroups()).isEqualTo((int) waiting);
                assertThat(order.waitingChunks()).isEqualTo(queue.size() - (int) waiting);
            }
            assertThat(order.groupCount()).isEqualTo(groups);
            order.clear();
            assertThat(order.isEmpty()).isTrue();
            assertThat(order.groupCount()).isZero();
            assertThat(order.waitingChunks()).isZero();
        }
    }

    /** Groups are used again from window to window, and only those of the window have memory. */
    @Test
    void memoryIsThatOfTheWindow() {
        var group = order.addGroup();
        long small = group.bytes();
        var commands = Sheet.clear(Sheet.target());
        PatchFixture.draw(commands, PatchFixture.Program.PLAIN, Patch.whole(2));
        var run = Sheet.cut(commands, EarlyZ.OFF, new Counts()).run(0);
        group.begin(run.draw(), run.instance(), 0, 1);
        long large = group.bytes();
        // Five floats of each patch that a group has room for
        assertThat(large - small).isEqualTo(4L * 5 * PatchGroup.PATCHES);
        order.addGroup();
        assertThat(order.bytes()).isEqualTo(large + small);
        order.clear();
        assertThat(order.bytes()).isZero();
        assertThat(order.addGroup()).isSameAs(group);
        assertThat(order.bytes()).isEqualTo(large);
    }
}
