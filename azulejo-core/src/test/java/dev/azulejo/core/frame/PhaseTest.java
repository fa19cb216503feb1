package dev.azulejo.core.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.policy.OcclusionOrder;
import dev.azulejo.core.report.Counts;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.util.List;

class PhaseTest {
    private final PhasePool pool = new PhasePool();

    @Test
    void aSealedPhaseDoesNotChange() {
        var phase = pool.acquire();
        assertThat(phase.isSealed()).isFalse();
        phase.addDraw();
        phase.addEpoch();
        phase.addChunk(phase.draw(0), 0, 0, 5, true);
        phase.seal();
        assertThat(phase.isSealed()).isTrue();
        var pass = PassDescriptor.clear(Sheet.target(), 0, 0, 0, 1);
        List<ThrowingCallable> changes =
                List.of(
                        () -> phase.begin(pass, 1),
                        () -> phase.count(1, 1),
                        phase::addDraw,
                        () -> phase.addChunk(phase.draw(0), 0, 0, 1, false),
                        () -> phase.addRun(phase.draw(0), 0, 1),
                        phase::addEpoch,
                        () -> phase.describeEpoch(OcclusionOrder.Known.CLEAR, true),
                        phase::addTestable,
                        phase::uniforms);
        for (var change : changes) {
            assertThatThrownBy(change)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("a sealed phase cannot change");
        }
        assertThat(phase.pass()).isNull();
        assertThat(phase.primitives()).isZero();
        assertThat(phase.drawCount()).isOne();
        assertThat(phase.chunkCount()).isOne();
        assertThat(phase.runCount()).isZero();
        assertThat(phase.epochCount()).isOne();
        assertThat(phase.epochKnown(0)).isEqualTo(OcclusionOrder.Known.SAME);
        assertThat(phase.epochReversed(0)).isFalse();
        assertThat(phase.anyTestable()).isFalse();
    }

    @Test
    void aPhaseThatSomebodyHoldsIsNotHandedOutAgain() {
        var first = pool.acquire();
        assertThat(first.isHeld()).isTrue();
        first.hold();
        first.release();
        var second = pool.acquire();
        assertThat(second).isNotSameAs(first);
        assertThat(pool.size()).isEqualTo(2);
        assertThatThrownBy(() -> first.begin(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a phase that somebody holds cannot begin anew");
        first.release();
        assertThat(first.isHeld()).isFalse();
        assertThat(second.isHeld()).isTrue();
        assertThat(pool.acquire()).isSameAs(first);
        assertThat(pool.size()).isEqualTo(2);
    }

    @Test
    void nobodyReleasesWhatNobodyHolds() {
        var phase = pool.acquire();
        phase.release();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(phase::release)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("a phase was released that nobody holds");
        }
        assertThat(phase.isHeld()).isFalse();
        phase.hold();
        assertThat(phase.isHeld()).isTrue();
    }

    @Test
    void onePhaseServesManyFrames() {
        var sheet = Sheet.of(20, 20, 0, 0, 64, 64, 0.5f);
        var target = Sheet.target();
        Phase only = null;
        ChunkWork chunk = null;
        for (int frame = 0; frame < 200; frame++) {
            var commands = Sheet.clear(target);
            sheet.matrix().uniforms().write(15, new float[] {1 + frame});
            // Frames of different size.
            for (int d = 0; d <= frame % 3; d++) {
                sheet.draw(commands, Sheet.OPAQUE);
            }
            var phase = Sheet.cut(pool.acquire(), commands, EarlyZ.ON, new Counts());
            only = only == null ? phase : only;
            chunk = chunk == null ? phase.chunk(0) : chunk;
            assertThat(phase).isSameAs(only);
            assertThat(phase.chunk(0)).isSameAs(chunk);
            assertThat(phase.drawCount()).isEqualTo(frame % 3 + 1);
            assertThat(phase.chunkCount()).isEqualTo(4 * (frame % 3 + 1));
            assertThat(phase.primitives()).isEqualTo(800 * (frame % 3 + 1));
            assertThat(phase.draw(0).groups()[0].uniforms().data()[15]).isEqualTo(1 + frame);
            phase.release();
        }
        assertThat(pool.size()).isOne();
    }

    @Test
    void aPhaseHandedOutAgainSaysNothingOfTheLast() {
        var phase = pool.acquire();
        phase.begin(PassDescriptor.clear(Sheet.target(), 0, 0, 0, 1), 1);
        phase.addDraw();
        phase.addEpoch();
        phase.describeEpoch(OcclusionOrder.Known.NOTHING, true);
        phase.addChunk(phase.draw(0), 0, 0, 5, true);
        phase.addRun(phase.draw(0), 0, 5);
        phase.addTestable();
        phase.count(1 << 20, 256);
        assertThat(phase.clustersFit()).isFalse();
        phase.seal();
        phase.release();
        assertThat(pool.acquire()).isSameAs(phase);
        assertThat(phase.isSealed()).isFalse();
        assertThat(phase.pass()).isNull();
        assertThat(phase.drawCount()).isZero();
        assertThat(phase.chunkCount()).isZero();
        assertThat(phase.runCount()).isZero();
        assertThat(phase.epochCount()).isZero();
        assertThat(phase.anyTestable()).isFalse();
        assertThat(phase.primitives()).isZero();
        assertThat(phase.clustersFit()).isTrue();
    }

    @Test
    void whatIsAddedComesBackInOrder() {
        var phase = pool.acquire();
        for (int d = 0; d < 100; d++) {
            assertThat(phase.addDraw().number()).isEqualTo(d);
        }
        for (int i = 0; i < 300; i++) {
            if (i % 10 == 0) {
                phase.addEpoch();
                phase.describeEpoch(OcclusionOrder.Known.values()[i / 10 % 3], i % 20 == 0);
            }
            phase.addChunk(phase.draw(i % 100), i, 3 * i, i + 1, i % 2 == 0);
            phase.addRun(phase.draw(i % 100), i, 7 * i);
        }
        assertThat(phase.epochCount()).isEqualTo(30);
        assertThat(phase.epochFirst(30)).isEqualTo(300);
        for (int e = 0; e < 30; e++) {
            assertThat(phase.epochFirst(e)).isEqualTo(10 * e);
            assertThat(phase.epochKnown(e)).isEqualTo(OcclusionOrder.Known.values()[e % 3]);
            assertThat(phase.epochReversed(e)).isEqualTo(e % 2 == 0);
        }
        for (int i = 0; i < 300; i++) {
            var chunk = phase.chunk(i);
            assertThat(chunk.draw()).isSameAs(phase.draw(i % 100));
            assertThat(chunk.instance()).isEqualTo(i);
            assertThat(chunk.firstPrimitive()).isEqualTo(3 * i);
            assertThat(chunk.primitives()).isEqualTo(i + 1);
            assertThat(chunk.cluster()).isEqualTo(i % 2 == 0);
            assertThat(chunk.views()).isOne();
            var run = phase.run(i);
            assertThat(run.draw()).isSameAs(phase.draw(i % 100));
            assertThat(run.instance()).isEqualTo(i);
            assertThat(run.patches()).isEqualTo(7 * i);
            assertThat(run.before()).isEqualTo(i + 1);
        }
    }

    /** What a draw call adds to what is known counts; that it adds nothing takes nothing away. */
    @Test
    void whatIsKnownOfAnEpochIsNotForgotten() {
        var phase = pool.acquire();
        phase.addEpoch();
        phase.describeEpoch(OcclusionOrder.Known.CLEAR, true);
        phase.describeEpoch(OcclusionOrder.Known.SAME, false);
        assertThat(phase.epochKnown(0)).isEqualTo(OcclusionOrder.Known.CLEAR);
        assertThat(phase.epochReversed(0)).isFalse();
        phase.describeEpoch(OcclusionOrder.Known.NOTHING, true);
        assertThat(phase.epochKnown(0)).isEqualTo(OcclusionOrder.Known.NOTHING);
    }

    @Test
    void morePiecesThanAPhaseHasRoomForAreRefused() {
        var phase = pool.acquire();
        var draw = phase.addDraw();
        for (int c = 0; c < ChunkWork.LIMIT; c++) {
            phase.addChunk(draw, 0, c, 1, false);
        }
        assertThat(phase.chunkCount()).isEqualTo(262_144);
        assertThatThrownBy(() -> phase.addChunk(draw, 0, 0, 1, false))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a phase has more than 262144 pieces of primitives");
    }

    @Test
    void clustersFitWhileThereIsRoom() {
        var phase = pool.acquire();
        // At most two clusters each: 256 primitives and one that may be alone.
        phase.count(256, ChunkWork.LIMIT / 2);
        assertThat(phase.primitives()).isEqualTo(128L * ChunkWork.LIMIT);
        assertThat(phase.clustersFit()).isTrue();
        phase.count(1, 1);
        assertThat(phase.clustersFit()).isFalse();
        assertThat(phase.primitives()).isEqualTo(128L * ChunkWork.LIMIT + 1);
    }
}
