package dev.azulejo.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;

import org.junit.jupiter.api.Test;

class CommandBufferTest {
    private static final Scissor SMALL = new Scissor(1, 2, 3, 4);
    private static final Scissor LARGE = new Scissor(0, 0, 30, 40);

    private static CommandBuffer inPhase() {
        var target = new RenderTarget(8, 8, TextureFormat.RGBA8_SRGB, 1);
        return new CommandBuffer().beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1));
    }

    @Test
    void aBundleIsExecutedAsIfRecordedInPlace() {
        var bundle = CommandBuffer.bundle().setScissor(SMALL).setScissor(LARGE);
        var direct = inPhase();
        var commands = new CommandBuffer();
        commands.beginPhase(((Command.BeginPhase) direct.commands().getFirst()).pass());
        direct.setScissor(SMALL).setScissor(LARGE).setScissor(SMALL);
        commands.execute(bundle).setScissor(SMALL);
        assertThat(commands.commands()).isEqualTo(direct.commands());
    }

    @Test
    void truncationForgetsTheTail() {
        var commands = inPhase().setScissor(SMALL);
        int size = commands.commands().size();
        commands.setScissor(LARGE).truncate(size).setScissor(SMALL);
        assertThat(commands.commands().subList(1, 3))
                .allMatch(c -> c instanceof Command.SetScissor s && s.scissor() == SMALL);
        assertThatThrownBy(() -> commands.truncate(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("before the phase");
        assertThatThrownBy(() -> commands.truncate(size).draw(0, 3, 0, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no pipeline");
    }

    @Test
    void bundlesAndBuffersAreNotMixedUp() {
        assertThatThrownBy(() -> inPhase().execute(inPhase()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new CommandBuffer().execute(CommandBuffer.bundle()))
                .isInstanceOf(IllegalStateException.class);
        var target = new RenderTarget(8, 8, TextureFormat.RGBA8_SRGB, 1);
        assertThatThrownBy(
                        () ->
                                CommandBuffer.bundle()
                                        .beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1)))
                .isInstanceOf(IllegalStateException.class);
    }
}
