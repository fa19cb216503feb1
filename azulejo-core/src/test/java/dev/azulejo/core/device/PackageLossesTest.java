package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.options.Group;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Who is left of some chiplets, and who renders. */
class PackageLossesTest {
    private static PackageLosses losses(Integer... weights) {
        var group =
                Group.of(weights.length).withSplit(Group.Split.BINS).withWeights(List.of(weights));
        return new PackageLosses(group, 2);
    }

    @Test
    void nobodyIsLostAtFirst() {
        var losses = losses(3, 0, 1);
        for (int chiplet = 0; chiplet < 3; chiplet++) {
            assertThat(losses.alive(chiplet)).isTrue();
            assertThat(losses.hazard(chiplet)).isNull();
        }
        assertThat(losses.first()).isZero();
        assertThat(losses.mayLose()).isFalse();
        assertThat(losses.weights()).containsExactly(3, 0, 1);
        assertThat(losses.lostInFrame()).containsOnly(0);
    }

    @Test
    void whoIsLostHasNoWeight() {
        var losses = losses(3, 2, 1);
        losses.lose(0, 4);
        assertThat(losses.alive(0)).isFalse();
        assertThat(losses.first()).isOne();
        losses.lose(2, 6);
        assertThat(losses.weights()).containsExactly(0, 2, 0);
        assertThat(losses.lostInFrame()).containsExactly(4, 0, 6);
        assertThat(losses.first()).isOne();
    }

    /** When all that rendered are lost, those that only looked render, all alike. */
    @Test
    void thoseThatOnlyLookedRenderInTheEnd() {
        var losses = losses(0, 5, 0, 1);
        losses.lose(1, 2);
        assertThat(losses.weights()).containsExactly(0, 0, 0, 1);
        losses.lose(3, 2);
        assertThat(losses.weights()).containsExactly(1, 0, 1, 0);
        losses.lose(0, 3);
        assertThat(losses.weights()).containsExactly(0, 0, 1, 0);
        assertThat(losses.first()).isEqualTo(2);
        assertThatThrownBy(() -> losses.lose(2, 7))
                .isInstanceOf(GpuLost.class)
                .hasMessage("all 4 chiplet(s) are lost, the last in frame 7");
        assertThatThrownBy(losses::first)
                .isInstanceOf(GpuLost.class)
                .hasMessage("all 4 chiplet(s) are lost");
    }

    /**
     * Chiplet 1 dies after two chunks of frame 3; looking and rendering have frames of their own.
     */
    @Test
    void hazardsAreToldOfFrames() {
        var losses = losses(1, 1);
        losses.suffer(GroupFaults.parse("dead:1@3:chunk=2"));
        assertThat(losses.hazard(0)).isNull();
        var hazard = losses.hazard(1);
        assertThat(losses.mayLose()).isTrue();
        losses.beginRender(2);
        losses.beginLook(3);
        for (int i = 0; i < 5; i++) {
            hazard.step(0, GroupFaults.Work.CHUNK);
            hazard.step(1, GroupFaults.Work.PRETEST);
        }
        losses.beginRender(3);
        hazard.step(0, GroupFaults.Work.CHUNK);
        hazard.step(0, GroupFaults.Work.TILE);
        hazard.step(1, GroupFaults.Work.CHUNK);
        assertThat(losses.mayLose()).isTrue();
        assertThatThrownBy(() -> hazard.step(0, GroupFaults.Work.CHUNK))
                .isInstanceOf(GpuLost.class);
        assertThat(losses.mayLose()).isFalse();
        losses.suffer(GroupFaults.parse("slow:0x2"));
        assertThat(losses.hazard(1)).isNull();
        assertThat(losses.mayLose()).isFalse();
    }

    /** Looking ahead in the frame in which it dies is enough, if it dies of looking. */
    @Test
    void looksHaveTheirOwnFrame() {
        var losses = losses(1, 1);
        losses.suffer(GroupFaults.parse("dead:0@2:pretest=0"));
        losses.beginLook(1);
        losses.beginRender(1);
        losses.hazard(0).step(0, GroupFaults.Work.PRETEST);
        losses.beginLook(2);
        assertThatThrownBy(() -> losses.hazard(0).step(0, GroupFaults.Work.PRETEST))
                .isInstanceOf(GpuLost.class);
    }
}
