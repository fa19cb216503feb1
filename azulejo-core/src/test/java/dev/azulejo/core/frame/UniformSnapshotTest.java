package dev.azulejo.core.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.shader.BindGroup;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class UniformSnapshotTest {
    private final UniformSnapshot snapshot = new UniformSnapshot();
    private long frame;

    private BindGroup ask(BindGroup group) {
        return snapshot.of(group, 2);
    }

    private static void write(UniformBuffer buffer, float... values) {
        buffer.write(0, values);
    }

    @Test
    void aCopyIsTheSameThingForWhoeverCompares() {
        var uniforms = new UniformBuffer(1, 2, 3);
        snapshot.begin(++frame);
        var copy = ask(BindGroup.of(uniforms)).uniforms();
        assertThat(copy).isNotSameAs(uniforms);
        assertThat(copy.id()).isEqualTo(uniforms.id());
        assertThat(DeviceAccess.contents(copy)).isEqualTo(DeviceAccess.contents(uniforms));
        assertThat(copy.data()).containsExactly(1, 2, 3);
    }

    @Test
    void texturesAndSamplersAreNotCopied() {
        var texture = new Texture(TextureFormat.RGBA8_UNORM, 1, 1, false);
        var group =
                new BindGroup(
                        new UniformBuffer(1), List.of(texture), List.of(Sampler.TRILINEAR_REPEAT));
        snapshot.begin(++frame);
        var copy = ask(group);
        assertThat(copy.textures()).containsExactly(texture);
        assertThat(copy.samplers()).isEqualTo(group.samplers());
    }

    @Test
    void groupsWithoutUniformsAreThemselves() {
        snapshot.begin(++frame);
        assertThat(ask(BindGroup.EMPTY)).isSameAs(BindGroup.EMPTY);
        assertThat(snapshot.size()).isZero();
    }

    @Test
    void aPhaseKeepsWhatUniformsHeldWhenItAskedFirst() {
        var uniforms = new UniformBuffer(1, 2);
        var group = BindGroup.of(uniforms);
        snapshot.begin(++frame);
        var copy = ask(group);
        long contents = DeviceAccess.contents(copy.uniforms());
        write(uniforms, 5);
        assertThat(copy.uniforms().data()).containsExactly(1, 2);
        assertThat(ask(group)).isSameAs(copy);
        assertThat(copy.uniforms().data()).containsExactly(1, 2);
        assertThat(DeviceAccess.contents(copy.uniforms())).isEqualTo(contents);
        assertThat(DeviceAccess.contents(uniforms)).isNotEqualTo(contents);
        // The next phase asks for what they hold now.
        snapshot.begin(++frame);
        assertThat(ask(group)).isSameAs(copy);
        assertThat(copy.uniforms().data()).containsExactly(5, 2);
        assertThat(DeviceAccess.contents(copy.uniforms()))
                .isEqualTo(DeviceAccess.contents(uniforms));
    }

    @Test
    void copiesAreMadeOnlyWhenSomethingWasWritten() {
        var uniforms = new UniformBuffer(1);
        var group = BindGroup.of(uniforms);
        snapshot.begin(++frame);
        var copy = ask(group).uniforms();
        // Each copy counts as a write.
        assertThat(copy.version()).isOne();
        for (int phase = 0; phase < 5; phase++) {
            snapshot.begin(++frame);
            ask(group);
            ask(group);
        }
        assertThat(copy.version()).isOne();
        write(uniforms, 1);
        snapshot.begin(++frame);
        ask(group);
        ask(group);
        assertThat(copy.version()).isEqualTo(2);
        // Written with what it held before.
        assertThat(DeviceAccess.contents(copy)).isEqualTo(DeviceAccess.contents(uniforms));
    }

    @Test
    void whatWasWrittenWhileNobodyAskedIsCopiedLater() {
        var uniforms = new UniformBuffer(1);
        var group = BindGroup.of(uniforms);
        snapshot.begin(++frame);
        var copy = ask(group);
        write(uniforms, 2);
        snapshot.begin(++frame);
        snapshot.begin(++frame);
        assertThat(copy.uniforms().data()).containsExactly(1);
        assertThat(ask(group).uniforms().data()).containsExactly(2);
    }

    /** Groups that are equal, one made anew each frame, are different things here. */
    @Test
    void groupsGoByIdentity() {
        var uniforms = new UniformBuffer(1);
        snapshot.begin(++frame);
        var one = ask(BindGroup.of(uniforms));
        var other = ask(BindGroup.of(uniforms));
        assertThat(other).isNotSameAs(one);
        assertThat(snapshot.size()).isEqualTo(2);
        assertThat(other.uniforms().id()).isEqualTo(one.uniforms().id());
    }

    @Test
    void manyGroupsHaveOneCopyEach() {
        var groups = new ArrayList<BindGroup>();
        var copies = new ArrayList<BindGroup>();
        snapshot.begin(++frame);
        for (int g = 0; g < 1000; g++) {
            groups.add(BindGroup.of(new UniformBuffer(g)));
            copies.add(ask(groups.get(g)));
        }
        assertThat(snapshot.size()).isEqualTo(1000);
        write(groups.get(77).uniforms(), -1);
        snapshot.begin(++frame);
        for (int g = 0; g < 1000; g++) {
            assertThat(ask(groups.get(g))).isSameAs(copies.get(g));
            assertThat(copies.get(g).uniforms().data()).containsExactly(g == 77 ? -1 : g);
            assertThat(copies.get(g).uniforms().version()).isEqualTo(g == 77 ? 2 : 1);
        }
        assertThat(snapshot.size()).isEqualTo(1000);
    }

    /** At most half full; made anew for what is there, a quarter full at most. */
    @Test
    void theTableIsAsLargeAsItsGroupsNeed() {
        snapshot.begin(++frame);
        int[] slots = new int[1001];
        for (int g = 1; g <= 1000; g++) {
            ask(BindGroup.of(new UniformBuffer(g)));
            slots[g] = snapshot.slots();
        }
        assertThat(new int[] {slots[1], slots[32], slots[33], slots[128], slots[129]})
                .containsExactly(64, 64, 256, 256, 1024);
        assertThat(new int[] {slots[512], slots[513], slots[1000]})
                .containsExactly(1024, 4096, 4096);
        // In frame 16 nobody has asked for any of them for 8 frames.
        while (frame < 15) {
            snapshot.begin(++frame);
        }
        assertThat(snapshot.slots()).isEqualTo(4096);
        snapshot.begin(++frame);
        assertThat(snapshot.slots()).isEqualTo(64);
        assertThat(snapshot.size()).isZero();
    }

    @Test
    void groupsThatNobodyAsksForAreForgotten() {
        var idle = BindGroup.of(new UniformBuffer(1));
        var busy = BindGroup.of(new UniformBuffer(2));
        snapshot.begin(++frame);
        ask(idle);
        var copy = ask(busy);
        // Whoever has been idle for 8 frames goes, and every 8th frame somebody looks.
        for (int phase = 2; phase < 16; phase++) {
            snapshot.begin(++frame);
            assertThat(ask(busy)).isSameAs(copy);
            assertThat(snapshot.size()).as("phase %d", phase).isEqualTo(2);
        }
        snapshot.begin(++frame);
        assertThat(snapshot.size()).isOne();
        assertThat(ask(busy)).isSameAs(copy);
        assertThat(ask(idle).uniforms().data()).containsExactly(1);
        assertThat(snapshot.size()).isEqualTo(2);
    }

    /** Who makes 100 groups anew for each frame never has those of 16 frames here. */
    @Test
    void groupsOfOneFrameDoNotPileUp() {
        int most = 0;
        for (int phase = 0; phase < 200; phase++) {
            snapshot.begin(++frame);
            for (int g = 0; g < 100; g++) {
                ask(BindGroup.of(new UniformBuffer(g)));
            }
            most = Math.max(most, snapshot.size());
        }
        assertThat(most).isBetween(800, 1600);
    }

    /** However many phases a frame has, what each frame asks for stays. */
    @Test
    void aFrameMayHaveManyPhases() {
        var groups = new BindGroup[300];
        var copies = new BindGroup[300];
        for (int g = 0; g < groups.length; g++) {
            groups[g] = BindGroup.of(new UniformBuffer(g));
        }
        for (int turn = 0; turn < 40; turn++) {
            frame++;
            for (int g = 0; g < groups.length; g++) {
                snapshot.begin(frame);
                var copy = ask(groups[g]);
                assertThat(turn == 0 || copy == copies[g]).isTrue();
                copies[g] = copy;
            }
        }
    }

    /** In the same order again, in another one, repeated, under other numbers: always the same. */
    @Test
    void orderAndNumbersAreHintsAndNothingElse() {
        var random = new Random(3);
        var groups = new BindGroup[200];
        var copies = new BindGroup[200];
        for (int turn = 0; turn < 30; turn++) {
            snapshot.begin(++frame);
            for (int i = 0; i < 600; i++) {
                int g = turn < 4 ? i % 200 : random.nextInt(200);
                if (groups[g] == null) {
                    groups[g] = BindGroup.of(new UniformBuffer(g));
                }
                var copy = snapshot.of(groups[g], turn % 3 == 0 ? i % 3 : random.nextInt(3));
                assertThat(copies[g] == null || copy == copies[g]).isTrue();
                assertThat(copy.uniforms().data()).containsExactly(g);
                copies[g] = copy;
            }
            assertThat(snapshot.size()).isEqualTo(200);
        }
    }
}
